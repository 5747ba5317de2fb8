#include "gate/secrets/secret_binding.h"

#include <algorithm>

namespace interlock::gate {
namespace {

/// 127.0.0.0/8, ::1 and localhost: what is sent there does not leave the machine.
bool is_this_machine(std::string_view host) {
  return host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.") || host == "[::1]";
}

}  // namespace

std::string_view secret_kind_name(SecretKind kind) {
  switch (kind) {
    case SecretKind::password:
      return "password";
    case SecretKind::username:
      return "username";
    case SecretKind::code:
      return "code";
  }
  return "password";
}

std::optional<SecretHost> SecretHost::parse(std::string_view text, std::string& error) {
  SecretHost result;
  result.text_ = text;
  if (const auto mark = text.find("://"); mark != text.npos) {
    result.scheme_ = text.substr(0, mark);
    text.remove_prefix(mark + 3);
    if (result.scheme_ != "https" && result.scheme_ != "http") {
      error = "its scheme is neither https nor http";
      return std::nullopt;
    }
  }
  if (text.starts_with("*.")) {
    result.below_ = true;
    text.remove_prefix(2);
  }
  if (text.find_first_of("/?#\\@* ") != text.npos) {
    error = "it is more than a host (shop.example, *.shop.example, shop.example:8443)";
    return std::nullopt;
  }
  // The URL parser reads it exactly as it reads the page's address.
  const std::string scheme = result.scheme_.empty() ? "https" : result.scheme_;
  const url::Parsed parsed = url::parse(scheme + "://" + std::string(text));
  if (!parsed.url || !parsed.url->host) {
    error = std::string(url::fault_text(parsed.fault));
    return std::nullopt;
  }
  result.host_ = parsed.url->host->text;
  result.port_ = parsed.url->port;
  if (result.below_ && (parsed.url->host->address || result.host_.find('.') == std::string::npos)) {
    error = "'*.' goes before a domain of at least two parts";
    return std::nullopt;
  }
  return result;
}

bool SecretHost::matches(const url::Url& page) const {
  if (!page.host || page.port != port_) return false;
  const std::string& host = page.host->text;
  const bool plain_here = scheme_.empty() && page.scheme == "http" && is_this_machine(host);
  if (page.scheme != (scheme_.empty() ? "https" : scheme_) && !plain_here) return false;
  return host == host_ || (below_ && host.ends_with("." + host_));
}

const SecretBinding* find_secret(const std::vector<SecretBinding>& secrets, std::string_view name) {
  const auto found = std::find_if(secrets.begin(), secrets.end(), [&](const auto& each) { return each.name == name; });
  return found == secrets.end() ? nullptr : &*found;
}

}  // namespace interlock::gate
