#include "gate/session/scope.h"
#include "values/goal.h"

#include <algorithm>
#include <array>

#include "gate/session/directive.h"
#include "gate/url/address_bar.h"
#include "gate/url/characters.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

// "report.pdf" is a file; top-level domains of the same letters (.sh, .py, .md) are taken for domains only in URLs.
constexpr auto file_endings = std::to_array<std::string_view>(
    {"pdf", "txt",  "doc", "docx", "odt", "xls", "xlsx", "ods",  "csv",  "ppt",  "pptx", "odp",  "png",
     "jpg", "jpeg", "gif", "svg",  "zip", "gz",  "tar",  "html", "htm",  "json", "xml",  "yaml", "yml",
     "md",  "py",   "sh",  "js",   "ts",  "cpp", "cc",   "rs",   "java", "mp",   "mov",  "exe",  "deb",
     "rpm", "iso",  "log", "conf", "cfg", "ini", "bak",  "tmp",  "tex",  "css",  "sql",  "db"});

bool is_file_name(std::string_view token) {
  if (token.find("://") != std::string_view::npos || token.find('/') != std::string_view::npos) return false;
  const std::string ending = lower(token.substr(token.rfind('.') + 1));
  return std::find(file_endings.begin(), file_endings.end(), ending) != file_endings.end();
}

}  // namespace

std::vector<url::DomainPattern> domains_in(std::string_view directive) {
  constexpr std::size_t most = 64;
  constexpr std::string_view around = " \t\r\n\"'()[]{}<>,;`";
  std::vector<url::DomainPattern> domains;
  const std::string_view text = utf8_prefix(directive, max_target_text);
  for (std::size_t at = 0; at < text.size() && domains.size() < most;) {
    const std::size_t begin = text.find_first_not_of(around, at);
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(text.find_first_of(around, begin), text.size());
    std::string_view token = text.substr(begin, end - begin);
    at = end;
    while (!token.empty() &&
           (token.back() == '.' || token.back() == ':' || token.back() == '!' || token.back() == '?')) {
      token.remove_suffix(1);
    }
    if (token.find('.') == std::string_view::npos || token.find('@') != std::string_view::npos || is_file_name(token))
      continue;
    const auto opened = url::opened_by(token);
    const auto url = opened ? url::parse_url(*opened) : std::nullopt;
    if (!url || !url->host || url->host->address || url->host->text.find('.') == std::string::npos) continue;
    if (url->scheme != "http" && url->scheme != "https") continue;
    std::string host = url->host->text;
    if (host.starts_with("www.")) host.erase(0, 4);
    std::string error;
    if (auto pattern = url::DomainPattern::parse("*." + host, error)) domains.push_back(std::move(*pattern));
  }
  return domains;
}

Scope scope_of(std::string_view directive, std::optional<GoalType> goal) {
  return {goal ? goal : classify(directive), goal.has_value(), GoalType::read, domains_in(directive)};
}

}  // namespace interlock::gate
