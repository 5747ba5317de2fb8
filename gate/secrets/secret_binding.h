/// Where a secret of the policy may be typed. The gate knows a secret by its name and its binding, never its value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/url/url.h"

namespace interlock::gate {

/// The kind of field that a secret is for.
enum class SecretKind : std::uint8_t {
  password,  ///< a password field, by its role or type; its label does not suffice
  username,  ///< a field of one line for a user's name or e-mail address
  code,      ///< a field for a code, or another secret field
};
/// "password", "username", "code", as in a policy.
std::string_view secret_kind_name(SecretKind kind);

/// When the person is asked before a secret is typed.
enum class SecretAsk : std::uint8_t { session, always, never };

/// A host of a binding: an origin, compared whole.
///
///     shop.example             https://shop.example, on the default port
///     shop.example:8443        on this port
///     *.shop.example           also all hosts below it
///     http://shop.example      without TLS, where anyone on the way can read the secret
///     localhost, 127.0.0.1     of this machine: https, and http as well
class SecretHost {
 public:
  /// Nothing if it is none; then `error` says why.
  static std::optional<SecretHost> parse(std::string_view text, std::string& error);

  bool matches(const url::Url& page) const;
  /// As the policy has it.
  const std::string& text() const { return text_; }
  bool operator==(const SecretHost&) const = default;

 private:
  std::string text_;
  std::string scheme_;  ///< "https" or "http"; empty: https, and http on this machine
  std::string host_;    ///< serialised
  std::optional<std::uint16_t> port_;
  bool below_ = false;  ///< also hosts below it
};

struct SecretBinding {
  std::string name;
  std::vector<SecretHost> hosts;
  /// Programs, by the base name of their executable ("seahorse"); outside of web pages alone.
  std::vector<std::string> applications;
  SecretKind field = SecretKind::password;
  SecretAsk ask = SecretAsk::session;
  bool operator==(const SecretBinding&) const = default;
};

/// Null if there is none of that name.
const SecretBinding* find_secret(const std::vector<SecretBinding>& secrets, std::string_view name);

}  // namespace interlock::gate
