#include "clients/broker/settings.h"

#include <fstream>
#include <iterator>
#include <sstream>

#include "clients/broker/topics.h"
#include "clients/endpoint.h"

namespace interlock::broker {

namespace {

/// What is wrong with this line; empty: nothing, and its value is set.
std::string set_line(Settings& settings, const std::string& key, const std::string& value) {
  if (value.empty()) return "expected KEY VALUE";
  if (key == "port") {
    const auto port = port_of(value);
    if (!port) return "not a port: expected 1 to 65535";
    settings.port = *port;
    return {};
  }
  const std::pair<const char*, std::string*> texts[] = {{"host", &settings.host},
                                                        {"name", &settings.name},
                                                        {"ca", &settings.ca},
                                                        {"certificate", &settings.certificate},
                                                        {"private-key", &settings.private_key}};
  for (const auto& [name, text] : texts) {
    if (key != name) continue;
    *text = value;
    return {};
  }
  return "no such key: expected host, port, name, ca, certificate or private-key";
}

}  // namespace

tl::expected<Settings, Error> parse_settings(std::string_view text, const std::string& where) {
  Settings settings;
  std::istringstream in{std::string(text)};
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream words(line);
    std::string key, value, more;
    words >> key >> value >> more;
    if (key.empty() || key.starts_with("#")) continue;
    const std::string wrong = more.empty() ? set_line(settings, key, value) : "expected KEY VALUE";
    if (!wrong.empty()) return tl::make_unexpected(Error{wrong, where + ":" + std::to_string(number), {}});
  }
  for (const auto& [name, value] : {std::pair{"host", settings.host},
                                    {"name", settings.name},
                                    {"ca", settings.ca},
                                    {"certificate", settings.certificate},
                                    {"private-key", settings.private_key}}) {
    if (value.empty()) return tl::make_unexpected(Error{std::string("there is no line '") + name + "'", where, {}});
  }
  if (!is_name(settings.name))
    return tl::make_unexpected(Error{"not a name: expected 1 to 64 letters, digits, '.', '_', '@' and '-'", where, {}});
  return settings;
}

tl::expected<Settings, Error> read_settings(const std::string& file) {
  std::ifstream in(file);
  if (!in) return tl::make_unexpected(Error{"cannot be read", file, {}});
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  return parse_settings(text, file);
}

}  // namespace interlock::broker
