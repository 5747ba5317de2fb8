/// The signature format of `ssh-keygen -Y sign`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "approval/public_key.h"

namespace interlock::approval {

struct SshSig {
  PublicKey key;
  std::string purpose;  ///< its namespace
  RawSignature signature;
  std::string hash;        ///< "sha256" or "sha512": of the message
  std::uint8_t flags = 0;  ///< of a security key
  std::uint32_t counter = 0;
};

/// The parts of an armored signature with this namespace (`ssh-keygen -Y sign -n`); the error is a phrase for people.
tl::expected<SshSig, std::string> parse_sshsig(std::string_view armored, std::string_view purpose);
/// True if it is of this message, and if a security key was touched.
bool is_signed(const SshSig& signature, std::string_view message);

}  // namespace interlock::approval
