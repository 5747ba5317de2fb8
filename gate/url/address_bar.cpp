#include "gate/url/address_bar.h"

#include <algorithm>
#include <array>

#include "gate/url/characters.h"
#include "gate/url/domain_pattern.h"

namespace interlock::gate::url {
namespace {

constexpr auto wrappers =
    std::to_array<std::string_view>({"view-source", "blob", "filesystem", "jar", "feed", "wyciwyg"});
constexpr int max_wraps = 8;

bool is_edge(char c) {
  return static_cast<unsigned char>(c) <= 0x20;
}

/// The scheme that `text` begins with, lower case; empty if it has none.
std::string scheme_of(std::string_view text) {
  if (text.empty() || !is_alpha(text.front())) return {};
  std::size_t end = 0;
  while (end < text.size() &&
         (is_alpha(text[end]) || is_digit(text[end]) || text[end] == '+' || text[end] == '-' || text[end] == '.')) {
    ++end;
  }
  return end < text.size() && text[end] == ':' ? lower(text.substr(0, end)) : std::string();
}

bool is_number_and_rest(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("/?#\\"), text.size());
  return end > 0 && std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), is_digit);
}

/// Whether the last label can be a top-level domain: letters, or punycode.
bool ends_like_domain(std::string_view host) {
  while (host.ends_with('.')) host.remove_suffix(1);
  const std::size_t dot = host.rfind('.');
  if (dot == std::string_view::npos || dot + 2 >= host.size()) return false;
  const std::string_view last = host.substr(dot + 1);
  return last.starts_with("xn--") || std::all_of(last.begin(), last.end(), is_alpha);
}

/// Whether a browser takes `text`, which has no scheme, for a host, perhaps with a port and a path.
bool begins_with_host(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("/?#\\"), text.size());
  std::string_view authority = text.substr(0, end);
  if (authority.empty() || std::any_of(authority.begin(), authority.end(), is_edge)) return false;
  const bool has_path = end < text.size() && (text[end] == '/' || text[end] == '\\');
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) authority.remove_prefix(at + 1);
  if (authority.starts_with('[')) return true;
  const std::size_t colon = authority.find(':');
  const bool has_port = colon != std::string_view::npos && is_number_and_rest(authority.substr(colon + 1));
  const auto host = parse_host(authority.substr(0, colon)).host;
  if (!host) return false;
  // "2024" and "3.14" are words; "127.0.0.1", "127.1/" and "10.0.0.1:80" are not.
  const auto dots = std::count(authority.begin(),
                               authority.begin() + static_cast<std::ptrdiff_t>(std::min(colon, authority.size())), '.');
  if (host->address) return has_path || has_port || dots > 0;
  return has_path || has_port || lower(host->text) == "localhost" || ends_like_domain(host->text);
}

}  // namespace

std::optional<std::string> opened_by(std::string_view typed) {
  while (!typed.empty() && is_edge(typed.front())) typed.remove_prefix(1);
  while (!typed.empty() && is_edge(typed.back())) typed.remove_suffix(1);
  if (typed.empty() || typed.front() == '?') return std::nullopt;
  if (typed.front() == '/' || typed.starts_with("~/")) return "file://" + std::string(typed);
  if (const std::string scheme = scheme_of(typed); !scheme.empty()) {
    const std::string_view rest = typed.substr(scheme.size() + 1);
    const auto& known = known_schemes();
    if (rest.starts_with("//") || std::find(known.begin(), known.end(), scheme) != known.end())
      return std::string(typed);
    // "localhost:8080" is a host with its port; "define: word" is neither.
    if (!is_number_and_rest(rest) && rest.find('@') == std::string_view::npos) return std::nullopt;
  }
  if (!begins_with_host(typed)) return std::nullopt;
  return "https://" + std::string(typed);
}

Parsed destination_of(std::string_view text) {
  Parsed parsed = parse(text);
  for (int wraps = 0; parsed.url && wraps < max_wraps; ++wraps) {
    const Url& url = *parsed.url;
    if (std::find(wrappers.begin(), wrappers.end(), url.scheme) == wrappers.end()) break;
    std::string inside = url.path;
    if (url.query) inside += "?" + *url.query;
    if (url.host) inside = "//" + url.host->text + inside;
    // An archive's URL ends at its "!": jar:https://example.com/a.jar!/b.
    if (url.scheme == "jar") inside = inside.substr(0, inside.find('!'));
    Parsed unwrapped = parse(inside);
    // blob:null/... and similar URLs lead nowhere else.
    if (!unwrapped.url && unwrapped.fault == Fault::no_scheme) break;
    parsed = std::move(unwrapped);
  }
  return parsed;
}

bool is_blank_page(const Url& url) {
  if (url.scheme == "about") {
    return url.path == "blank" || url.path == "newtab" || url.path == "home" || url.path == "privatebrowsing" ||
           url.path == "srcdoc";
  }
  const bool browser = url.scheme == "chrome" || url.scheme == "edge" || url.scheme == "brave" ||
                       url.scheme == "vivaldi" || url.scheme == "opera";
  return browser && url.host &&
         (url.host->text == "newtab" || url.host->text == "new-tab-page" ||
          url.host->text == "new-tab-page-third-party" || url.host->text == "startpage" ||
          url.host->text == "startpageshared");
}

}  // namespace interlock::gate::url
