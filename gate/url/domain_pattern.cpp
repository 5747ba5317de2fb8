#include "gate/url/domain_pattern.h"

#include <algorithm>
#include <charconv>

#include "gate/url/characters.h"

namespace interlock::gate::url {
namespace {

constexpr std::size_t max_pattern_text = 512;

bool is_web(std::string_view scheme) {
  return scheme == "http" || scheme == "https" || scheme == "ws" || scheme == "wss";
}

bool is_scheme_glob(std::string_view text) {
  if (text.empty() || (!is_alpha(text.front()) && text.front() != '*')) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.' || c == '*'; });
}

/// One wrong, missing or extra letter: a typing mistake, and not another scheme.
bool is_slip_of(std::string_view text, std::string_view known) {
  if (text.size() < 4 || text == known) return false;
  std::size_t same = 0;
  while (same < text.size() && same < known.size() && text[same] == known[same]) ++same;
  const std::string_view a = text.substr(same);
  const std::string_view b = known.substr(same);
  if (a.size() == b.size()) return a.substr(1) == b.substr(1);
  if (a.size() == b.size() + 1) return a.substr(1) == b;
  return a.size() + 1 == b.size() && a == b.substr(1);
}

std::string slip_in(std::string_view scheme) {
  const auto& known = known_schemes();
  if (scheme.find('*') != std::string_view::npos) return {};
  if (std::find(known.begin(), known.end(), scheme) != known.end()) return {};
  for (const std::string_view candidate : known) {
    if (is_slip_of(scheme, candidate)) return std::string(candidate);
  }
  return {};
}

/// Writes the host as in a serialised URL: its stars pass through the host parser as a placeholder word.
std::optional<std::string> serialised(std::string_view host, bool web) {
  if (!web) return lower(host);
  constexpr std::string_view stand_in = "zzstarzz";
  std::string text;
  for (char c : host) c == '*' ? text += stand_in : text += c;
  auto parsed = parse_host(text).host;
  if (!parsed) return std::nullopt;
  std::string& result = parsed->text;
  for (std::size_t at = 0; (at = result.find(stand_in, at)) != std::string::npos;)
    result.replace(at, stand_in.size(), "*");
  return result;
}

std::string_view without_dot(std::string_view host) {
  while (host.ends_with('.')) host.remove_suffix(1);
  return host;
}

}  // namespace

const std::vector<std::string_view>& known_schemes() {
  static const std::vector<std::string_view> schemes = {"http",
                                                        "https",
                                                        "ws",
                                                        "wss",
                                                        "ftp",
                                                        "file",
                                                        "about",
                                                        "data",
                                                        "blob",
                                                        "view-source",
                                                        "javascript",
                                                        "filesystem",
                                                        "chrome",
                                                        "chrome-extension",
                                                        "chrome-untrusted",
                                                        "devtools",
                                                        "edge",
                                                        "brave",
                                                        "vivaldi",
                                                        "opera",
                                                        "moz-extension",
                                                        "resource",
                                                        "jar",
                                                        "mailto",
                                                        "extension"};
  return schemes;
}

bool glob_matches(std::string_view glob, std::string_view text) {
  // Greedy with one backtrack position: a star takes what the rest does not need.
  std::size_t g = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t taken = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      taken = t;
    } else if (g < glob.size() && glob[g] == text[t]) {
      ++g;
      ++t;
    } else if (star != std::string_view::npos && text[taken] != '.') {
      g = star + 1;
      t = ++taken;
    } else {
      return false;
    }
  }
  while (g < glob.size() && glob[g] == '*') ++g;
  return g == glob.size();
}

std::optional<DomainPattern> DomainPattern::parse(std::string_view text, std::string& error) {
  const auto refuse = [&](std::string why) {
    error = std::move(why);
    return std::nullopt;
  };
  if (text.size() > max_pattern_text) return refuse("longer than " + std::to_string(max_pattern_text) + " bytes");
  DomainPattern pattern;
  if (const std::size_t mark = text.find("://"); mark != std::string_view::npos) {
    pattern.scheme_ = lower(text.substr(0, mark));
    if (!is_scheme_glob(pattern.scheme_)) return refuse("what stands before :// is no scheme");
    if (const auto meant = slip_in(pattern.scheme_); !meant.empty()) {
      return refuse("unknown scheme, did you mean " + meant + "://?");
    }
    text.remove_prefix(mark + 3);
  }
  if (text.ends_with('/')) text.remove_suffix(1);
  if (text.empty()) return refuse("there is no host in it; * stands for any");
  if (text.find_first_of("/?#\\") != std::string_view::npos) {
    return refuse("a domain is matched, not a path; blocked_patterns match whole URLs");
  }
  if (text.find('@') != std::string_view::npos) return refuse("a domain has no user name");

  const std::size_t colon = text.rfind(':');
  if (colon != std::string_view::npos && text.find(']', colon) == std::string_view::npos) {
    const std::string_view digits = text.substr(colon + 1);
    std::uint16_t port = 0;
    const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (read.ec != std::errc() || read.ptr != digits.data() + digits.size()) return refuse("its port is no number");
    pattern.port_ = port;
    text = text.substr(0, colon);
  }
  if (text == "*") return pattern;
  if (text.starts_with("*.")) {
    pattern.below_ = true;
    text.remove_prefix(2);
  }
  if (text.find("**") != std::string_view::npos || text == "*") return refuse("one * is enough");
  const bool web = pattern.scheme_.empty() || is_web(pattern.scheme_) || pattern.scheme_.find('*') != std::string::npos;
  const auto host = serialised(without_dot(text), web);
  if (!host || host->empty()) return refuse("it cannot be a domain or an address");
  pattern.host_ = *host;
  const bool two_labels = std::count(host->begin(), host->end(), '.') == 1;
  pattern.www_ = pattern.scheme_.empty() && two_labels && host->find('*') == std::string::npos;
  return pattern;
}

bool DomainPattern::scheme_matches(std::string_view scheme) const {
  return scheme_.empty() ? is_web(scheme) : glob_matches(scheme_, scheme);
}

bool DomainPattern::host_matches(std::string_view host) const {
  if (host_.empty() || glob_matches(host_, host)) return true;
  if (www_ && host.starts_with("www.") && host.substr(4) == host_) return true;
  if (!below_) return false;
  for (std::size_t dot = host.find('.'); dot != std::string_view::npos; dot = host.find('.', dot + 1)) {
    if (glob_matches(host_, host.substr(dot + 1))) return true;
  }
  return false;
}

bool DomainPattern::matches(const Url& url) const {
  if (!scheme_matches(url.scheme)) return false;
  if (port_) {
    const std::uint16_t own = url.scheme == "https" || url.scheme == "wss" ? 443 : 80;
    if (url.port.value_or(own) != *port_) return false;
  }
  if (!url.host) return host_.empty();
  const std::string host = is_special(url.scheme) ? url.host->text : lower(url.host->text);
  return host_matches(without_dot(host));
}

}  // namespace interlock::gate::url
