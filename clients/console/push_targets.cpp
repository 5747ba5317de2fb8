#include "clients/console/push_targets.h"

#include <boost/json.hpp>
#include <fstream>
#include <sstream>

#include <sys/stat.h>

#include "approval/approvers.h"

namespace interlock::console {

tl::expected<PushTarget, std::string> parse_push_target(std::string_view line) {
  std::istringstream words{std::string(line)};
  std::string person, kind, url, more;
  words >> person >> kind >> url;
  if (url.empty() || words >> more || (kind != "ntfy" && kind != "webhook"))
    return tl::unexpected<std::string>("expected PERSON ntfy URL, or PERSON webhook URL");
  const auto host_at = url.find("://") + 3;
  const auto path_at = std::min(url.find('/', host_at), url.size());
  const std::string origin = url.substr(0, path_at);
  const std::string host(approval::host_of_origin(origin));
  if (url.find("://") == std::string::npos || host.empty())
    return tl::unexpected<std::string>("not an address: expected https://HOST/PATH or https://HOST:PORT/PATH");
  PushTarget target{.person = person, .ntfy = kind == "ntfy", .tls = url.starts_with("https://"), .host = host};
  const std::string port = origin.substr(host_at + host.size());
  target.port = port.empty() ? (target.tls ? "443" : "80") : port.substr(1);
  target.path = path_at < url.size() ? url.substr(path_at) : "/";
  return target;
}

tl::expected<std::vector<PushTarget>, Error> read_push_targets(const std::string& file) {
  struct stat about {};
  std::ifstream in(file);
  if (!in || ::stat(file.c_str(), &about) != 0) return tl::make_unexpected(Error{"cannot be read", file, {}});
  if ((about.st_mode & 077) != 0)
    return tl::make_unexpected(Error{"others may read or write it", file, "its addresses are secrets: chmod 600"});
  std::vector<PushTarget> targets;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line.starts_with("#")) continue;
    auto target = parse_push_target(line);
    if (!target) return tl::make_unexpected(Error{target.error(), file + ":" + std::to_string(number), {}});
    targets.push_back(std::move(*target));
  }
  return targets;
}

PushMessage push_message(const PushTarget& target, std::size_t questions, const std::string& origin) {
  const std::string text = questions == 1 ? "1 question waits" : std::to_string(questions) + " questions wait";
  const std::string link = origin + "/";
  if (target.ntfy) return {.type = "text/plain; charset=utf-8", .body = text, .title = "interlock", .click = link};
  const boost::json::object body = {
      {"text", "interlock: " + text + ": " + link}, {"questions", questions}, {"link", link}};
  return {.type = "application/json", .body = boost::json::serialize(body), .title = {}, .click = {}};
}

}  // namespace interlock::console
