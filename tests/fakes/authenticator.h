/// A small working authenticator for tests: keys of SSH and passkeys, in memory. It signs what it is told to, also what
/// no authenticator would, so that tests can change one field at a time.
#pragma once

#include <cstdint>
#include <string>

#include "approval/public_key.h"
#include "approval/signed_yes.h"

namespace interlock::test {

class Authenticator {
 public:
  enum class Kind : std::uint8_t { ed25519, p256 };
  /// `application`: of a security key ("ssh:"); empty: a key in a file.
  explicit Authenticator(Kind kind, std::string application = {});
  ~Authenticator();
  Authenticator(const Authenticator&) = delete;
  Authenticator& operator=(const Authenticator&) = delete;

  std::string ssh_line() const;                               ///< "ssh-ed25519 AAAA..."
  std::string passkey_line(const std::string& origin) const;  ///< for the policy
  std::string credential() const { return "credential of " + point_.substr(0, 8); }

  struct SshOptions {
    std::string purpose{approval::ssh_namespace};
    std::uint8_t flags = 1;
    std::uint32_t counter = 1;
  };
  approval::SshSignature ssh(const std::string& message, const SshOptions& options) const;
  approval::SshSignature ssh(const std::string& message) const { return ssh(message, {}); }

  struct PasskeyOptions {
    std::string origin = "https://console.example";
    std::string party = "console.example";
    std::string type = "webauthn.get";
    std::string more_client_data = R"(,"crossOrigin":false)";
    std::string more_authenticator_data = {};
    std::uint8_t flags = 5;  ///< UP, UV
    std::uint32_t counter = 1;
  };
  approval::Assertion assertion(const std::string& statement, const PasskeyOptions& options) const;
  approval::Assertion assertion(const std::string& statement) const { return assertion(statement, {}); }

 private:
  approval::RawSignature sign(const std::string& message) const;
  std::string blob() const;

  Kind kind_;
  std::string application_;
  struct Secret;
  Secret* secret_;
  std::string point_;
};

}  // namespace interlock::test
