/// Secrets in running text: keys, tokens, private keys and passwords that were written where they can be read. By the
/// form that their issuers give them, by the name they stand behind, and by their randomness.
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
  all,    ///< whatever looks like one
  named,  ///< only by form or name: long random words are everyday in command lines
};

/// In order, none overlapping. Reads at most `max_action_text` bytes. Hashes, UUIDs, addresses and pictures in base64
/// are no secrets, placeholders ("<your key>", "$TOKEN") neither.
std::vector<SecretSpan> find_secrets(std::string_view text, SecretSearch search = SecretSearch::all);

/// `text` with each secret replaced by its kind in brackets.
std::string without_secrets(std::string_view text);

}  // namespace interlock::gate
