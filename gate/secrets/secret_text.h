/// Secrets in running text: keys, tokens, private keys and passwords in readable form. Recognised by their issuers'
/// formats, by the name before them, and by their randomness.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct SecretSpan {
  std::string_view kind;  ///< for a sentence, static: "a GitHub token"
  std::size_t begin = 0;  ///< bytes of the text
  std::size_t end = 0;
  bool operator==(const SecretSpan&) const = default;
};

enum class SecretSearch : std::uint8_t {
  all,    ///< everything that looks like a secret
  named,  ///< only by format or name: long random words are common in command lines
};

/// In order, without overlaps. Reads at most `max_action_text` bytes. Hashes, UUIDs, addresses, pictures in base64 and
/// placeholders ("<your key>", "$TOKEN") are not secrets.
std::vector<SecretSpan> find_secrets(std::string_view text, SecretSearch search = SecretSearch::all);

/// `text` with each secret replaced by its kind in brackets.
std::string without_secrets(std::string_view text);

}  // namespace interlock::gate
