#include "clients/xdotool/script.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <optional>

namespace interlock::xdotool {
namespace {

constexpr std::string_view blanks = " \t";

/// The value of a word that begins with '$'; if it has none, prints the reason and returns nothing.
std::optional<std::string> value_of(const std::string& name, const std::string& path,
                                    const std::vector<std::string>& arguments) {
  if (!name.empty() && name.front() >= '0' && name.front() <= '9') {
    const auto number = static_cast<std::size_t>(std::atoi(name.c_str()));
    if (number == 0) return path;
    if (number <= arguments.size()) return arguments[number - 1];
    std::cerr << "xdotool: error: `" << path << "' needs at least " << number
              << (number == 1 ? " argument" : " arguments") << "; only " << arguments.size() << " given\n";
    return std::nullopt;
  }
  if (const char* value = std::getenv(name.c_str())) return value;
  std::cerr << "xdotool: error: environment variable $" << name << " is not set.\n";
  return std::nullopt;
}

}  // namespace

int run_script(const std::string& path, const std::vector<std::string>& arguments,
               const std::function<int(std::vector<std::string>)>& run) {
  std::ifstream file;
  if (path != "-") {
    file.open(path);
    if (!file) {
      std::cerr << "Failure opening '" << path << "': " << std::strerror(errno) << '\n';
      return EXIT_FAILURE;
    }
  }
  std::istream& in = path == "-" ? std::cin : file;
  int code = 0;
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> words;
    std::size_t at = line.find_first_not_of(blanks);
    if (at == std::string::npos || line[at] == '#') continue;
    while (at < line.size()) {
      const char quote = line[at] == '"' || line[at] == '\'' ? line[at] : '\0';
      if (quote != '\0') ++at;
      const std::size_t end =
          std::min(quote != '\0' ? line.find(quote, at) : line.find_first_of(blanks, at), line.size());
      std::string word = line.substr(at, end - at);
      if (word.starts_with('$')) {
        auto value = value_of(word.substr(1), path, arguments);
        if (!value) return EXIT_FAILURE;
        word = std::move(*value);
      }
      words.push_back(std::move(word));
      at = std::min(line.find_first_not_of(blanks, std::min(end + 1, line.size())), line.size());
    }
    if (!words.empty()) code = run(std::move(words));
  }
  return code;
}

}  // namespace interlock::xdotool
