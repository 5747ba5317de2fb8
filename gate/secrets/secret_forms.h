/// The formats of issuers' keys and tokens, from their own documentation.
#pragma once

#include <span>
#include <string_view>

namespace interlock::gate {

struct SecretForm {
  std::string_view kind;     ///< for a sentence: "a GitHub token"
  std::string_view pattern;  ///< RE2, case-sensitive; its last group, if it has one, is the secret, else the whole
};

std::span<const SecretForm> secret_forms();

}  // namespace interlock::gate
