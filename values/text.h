/// Text as rules match it, and text as people are shown it. Total: accepts any bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace interlock {

/// Bytes that are read of one text of a target. A longer text is cut, which is a reason to ask.
inline constexpr std::size_t max_target_text = 16 * 1024;
/// Bytes that are read of an action's own text.
inline constexpr std::size_t max_action_text = 64 * 1024;

/// Normalised text: NFKC and case folded (Unicode's NFKC_Casefold, which also removes invisible and bidi control
/// characters), without control characters, invalid UTF-8 replaced by U+FFFD, look-alike letters replaced
/// (values/lookalikes.h). Normalising is idempotent.
struct Text {
  std::string text;
  bool cut = false;  ///< the original was longer than the part that was read
};

/// Reads at most `max_bytes` of `original`.
Text normalise(std::string_view original, std::size_t max_bytes = max_target_text);

/// `text` for a sentence: in double quotes, without invisible, bidi and control characters, trimmed with an ellipsis.
std::string in_quotes(std::string_view text, std::size_t max_bytes = 80);

/// `text` without `blanks` at its ends.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t\n");

/// True for exactly one valid UTF-8 character that is not a control character.
bool is_one_character(std::string_view text);

}  // namespace interlock
