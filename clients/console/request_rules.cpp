#include "clients/console/request_rules.h"

#include "approval/approvers.h"

namespace interlock::console {

std::string authority_of(const std::string& origin) {
  const auto at = origin.find("://");
  return at == std::string::npos ? std::string() : origin.substr(at + 3);
}

bool is_usable_origin(const std::string& origin) {
  const auto host = approval::host_of_origin(origin);
  if (host.empty() || host.ends_with('.')) return false;
  if (origin.starts_with("https://")) return !origin.ends_with(":443");
  return host == "localhost" && !origin.ends_with(":80");
}

std::optional<Refusal> refuse(const Head& head, const Settings& settings) {
  if (head.host != authority_of(settings.origin)) return Refusal{421, "this console is at " + settings.origin};
  if (!head.target.starts_with('/') || head.target.starts_with("//")) return Refusal{400, "not a path"};
  const bool reads = head.method == "GET", writes = head.method == "POST";
  if (!reads && !writes) return Refusal{405, "GET and POST alone"};
  if (head.origin && *head.origin != settings.origin) return Refusal{403, "asked by a page of another origin"};
  const bool is_api = path_of(head.target).starts_with("/api/");
  if (writes && !is_api) return Refusal{405, "nothing to send here"};
  if (is_api && head.site != "same-origin") return Refusal{403, "not asked by a page of this console"};
  if (!writes) return std::nullopt;
  if (!head.origin) return Refusal{403, "asked by no page"};
  if (head.content_type != "application/json") return Refusal{415, "application/json alone"};
  return std::nullopt;
}

std::string path_of(const std::string& target) {
  return target.substr(0, target.find('?'));
}

std::string query_of(const std::string& target, const std::string& key) {
  const auto mark = target.find('?');
  std::string rest = mark == std::string::npos ? std::string() : target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string part = rest.substr(0, rest.find('&'));
    if (part.starts_with(key + "=")) return part.substr(key.size() + 1);
    rest.erase(0, part.size() + 1);
  }
  return {};
}

std::string cookie_of(const std::string& header, const std::string& name) {
  std::string rest = header;
  while (!rest.empty()) {
    std::string part = rest.substr(0, rest.find(';'));
    rest.erase(0, part.size() + 1);
    while (part.starts_with(' ')) part.erase(0, 1);
    if (part.starts_with(name + "=")) return part.substr(name.size() + 1);
  }
  return {};
}

}  // namespace interlock::console
