#include "gate/url/url.h"

#include <algorithm>
#include <array>
#include <utility>

#include <unicode/utf8.h>

#include "gate/url/characters.h"
#include "gate/url/path.h"

namespace interlock::gate::url {
namespace {

struct SpecialScheme {
  std::string_view name;
  std::optional<std::uint16_t> port;
};
constexpr std::array<SpecialScheme, 6> special_schemes = {
    {{"ftp", 21}, {"file", std::nullopt}, {"http", 80}, {"https", 443}, {"ws", 80}, {"wss", 443}}};

const SpecialScheme* find_special(std::string_view scheme) {
  const auto found = std::find_if(special_schemes.begin(), special_schemes.end(),
                                  [&](const SpecialScheme& row) { return row.name == scheme; });
  return found == special_schemes.end() ? nullptr : &*found;
}

/// Valid UTF-8 without the spaces and controls around it, and without tabs and newlines anywhere.
std::string cleaned(std::string_view text) {
  const auto is_edge = [](char c) { return static_cast<unsigned char>(c) <= 0x20; };
  while (!text.empty() && is_edge(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_edge(text.back())) text.remove_suffix(1);
  if (std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7F; })) return std::string(text);
  std::string clean;
  clean.reserve(text.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int32_t>(text.size());
  for (std::int32_t i = 0; i < size;) {
    const std::int32_t start = i;
    UChar32 c = 0;
    U8_NEXT(bytes, i, size, c);
    if (c == '\t' || c == '\n' || c == '\r') continue;
    if (c < 0) {
      clean += "\xEF\xBF\xBD";
    } else {
      clean.append(text, static_cast<std::size_t>(start), static_cast<std::size_t>(i - start));
    }
  }
  return clean;
}

/// Consumes the text from its start; each state of the standard is a function.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  Parsed read() {
    if (!read_scheme()) return {{}, Fault::no_scheme};
    cut_fragment_and_query();
    if (const auto fault = read_after_scheme()) return {{}, *fault};
    return {std::move(url_)};
  }

 private:
  using Result = std::optional<Fault>;

  bool is_slash(char c) const { return c == '/' || (special_ && c == '\\'); }

  bool read_scheme() {
    if (rest_.empty() || !is_alpha(rest_.front())) return false;
    std::size_t end = 1;
    while (end < rest_.size() && (is_alpha(rest_[end]) || is_digit(rest_[end]) || rest_[end] == '+' ||
                                  rest_[end] == '-' || rest_[end] == '.')) {
      ++end;
    }
    if (end == rest_.size() || rest_[end] != ':') return false;
    url_.scheme = lower(rest_.substr(0, end));
    rest_.remove_prefix(end + 1);
    if (const SpecialScheme* row = find_special(url_.scheme)) {
      special_ = true;
      default_port_ = row->port;
    }
    return true;
  }

  /// Nothing before them can contain a "#" or "?" in any state, so they can be removed first.
  void cut_fragment_and_query() {
    if (const std::size_t hash = rest_.find('#'); hash != std::string_view::npos) {
      append_encoded(url_.fragment.emplace(), rest_.substr(hash + 1), EncodeSet::fragment);
      rest_ = rest_.substr(0, hash);
    }
    if (const std::size_t mark = rest_.find('?'); mark != std::string_view::npos) {
      append_encoded(url_.query.emplace(), rest_.substr(mark + 1),
                     special_ ? EncodeSet::special_query : EncodeSet::query);
      rest_ = rest_.substr(0, mark);
    }
  }

  Result read_after_scheme() {
    if (url_.scheme == "file") return read_file();
    if (special_) {
      while (!rest_.empty() && is_slash(rest_.front())) rest_.remove_prefix(1);
      return read_authority();
    }
    if (rest_.starts_with("//")) {
      rest_.remove_prefix(2);
      return read_authority();
    }
    if (rest_.starts_with('/')) {
      url_.path = path_of(rest_, url_.scheme, special_);
      return std::nullopt;
    }
    url_.opaque_path = true;
    append_encoded(url_.path, rest_, EncodeSet::c0_control);
    // A space at its end would be cut off if the query and the fragment were removed.
    if ((url_.query || url_.fragment) && url_.path.ends_with(' ')) url_.path.replace(url_.path.size() - 1, 1, "%20");
    return std::nullopt;
  }

  std::string_view take_until_slash() {
    std::size_t end = 0;
    while (end < rest_.size() && !is_slash(rest_[end])) ++end;
    const std::string_view part = rest_.substr(0, end);
    rest_.remove_prefix(end);
    return part;
  }

  Result read_authority() {
    std::string_view authority = take_until_slash();
    if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
      read_credentials(authority.substr(0, at));
      authority.remove_prefix(at + 1);
      if (authority.empty()) return Fault::no_host;
    }
    if (const auto fault = read_host_and_port(authority)) return fault;
    url_.path = path_of(rest_, url_.scheme, special_);
    return std::nullopt;
  }

  void read_credentials(std::string_view text) {
    const std::size_t colon = text.find(':');
    append_encoded(url_.username, text.substr(0, colon), EncodeSet::userinfo);
    if (colon != std::string_view::npos) append_encoded(url_.password, text.substr(colon + 1), EncodeSet::userinfo);
  }

  Result read_host_and_port(std::string_view authority) {
    std::size_t colon = 0;
    for (bool brackets = false; colon < authority.size(); ++colon) {
      if (authority[colon] == '[') brackets = true;
      if (authority[colon] == ']') brackets = false;
      if (authority[colon] == ':' && !brackets) break;
    }
    const std::string_view host = authority.substr(0, colon);
    const bool has_port = colon < authority.size();
    if (host.empty() && (special_ || has_port)) return Fault::no_host;
    if (const auto fault = read_host(host)) return fault;
    return has_port ? read_port(authority.substr(colon + 1)) : std::nullopt;
  }

  Result read_host(std::string_view text) {
    url_.written_host = text;
    if (text.empty()) {
      url_.host.emplace();
      return std::nullopt;
    }
    ParsedHost parsed = special_ ? parse_host(text) : parse_opaque_host(text);
    if (!parsed.host) return parsed.fault == HostFault::no_number ? Fault::no_number_host : Fault::bad_host;
    url_.host = std::move(parsed.host);
    return std::nullopt;
  }

  Result read_port(std::string_view text) {
    std::uint32_t port = 0;
    for (char c : text) {
      if (!is_digit(c)) return Fault::bad_port;
      port = port * 10 + static_cast<std::uint32_t>(c - '0');
      if (port > 0xFFFF) return Fault::bad_port;
    }
    if (!text.empty() && port != default_port_) url_.port = static_cast<std::uint16_t>(port);
    return std::nullopt;
  }

  Result read_file() {
    url_.host.emplace();
    const bool has_host = rest_.size() >= 2 && is_slash(rest_[0]) && is_slash(rest_[1]);
    if (has_host) {
      rest_.remove_prefix(2);
      const std::string_view before = rest_;
      const std::string_view host = take_until_slash();
      if (is_windows_drive(host)) {
        rest_ = before;
      } else if (const auto fault = read_host(host)) {
        return fault;
      } else if (url_.host->text == "localhost") {
        url_.host->text.clear();
      }
    }
    url_.path = path_of(rest_, url_.scheme, special_);
    return std::nullopt;
  }

  std::string_view rest_;
  Url url_;
  bool special_ = false;
  std::optional<std::uint16_t> default_port_;
};

}  // namespace

bool is_special(std::string_view scheme) {
  return find_special(scheme) != nullptr;
}

std::string_view fault_text(Fault fault) {
  switch (fault) {
    case Fault::too_long:
      return "it is too long";
    case Fault::no_scheme:
      return "it has no scheme";
    case Fault::no_host:
      return "it has no host";
    case Fault::bad_host:
      return "its host cannot be one";
    case Fault::no_number_host:
      return "its host ends in a number and is no IPv4 address";
    case Fault::bad_port:
      return "its port is no number from 0 to 65535";
  }
  return {};
}

Parsed parse(std::string_view text) {
  if (text.size() > max_url_bytes) return {{}, Fault::too_long};
  const std::string clean = cleaned(text);
  return Reader(clean).read();
}

bool is_plain_web(std::string_view text) {
  return text.starts_with("https://") || text.starts_with("http://");
}

std::optional<Url> parse_url(std::string_view text) {
  return parse(text).url;
}

std::string Url::href() const {
  std::string text = scheme + ":";
  if (host) {
    text += "//";
    if (!username.empty() || !password.empty()) {
      text += username;
      if (!password.empty()) text += ":" + password;
      text += '@';
    }
    text += host->text;
    if (port) text += ":" + std::to_string(*port);
  } else if (!opaque_path && path.starts_with("//")) {
    text += "/.";  // otherwise the path would be read as a host
  }
  text += path;
  if (query) text += "?" + *query;
  if (fragment) text += "#" + *fragment;
  return text;
}

}  // namespace interlock::gate::url
