/// Text as the rules read it, and text as people are shown it. Total on any bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace interlock {

/// How much of one text of a target is read; a longer one is cut, which is a reason to ask.
inline constexpr std::size_t max_target_text = 16 * 1024;
/// How much of an action's own text is read.
inline constexpr std::size_t max_action_text = 64 * 1024;

/// Normalised text: NFKC and case folded (Unicode's NFKC_Casefold, which also drops invisible and bidi control
/// characters), control characters dropped, invalid UTF-8 replaced by U+FFFD; read as it looks (values/lookalikes.h).
/// Normalising it again changes nothing.
struct Text {
  std::string text;
  bool cut = false;  ///< the original was longer than was read
};

/// Reads at most `max_bytes` of `original`.
Text normalise(std::string_view original, std::size_t max_bytes = max_target_text);

/// The longest start of `text` that is at most `max_bytes` and ends between characters.
std::string_view trimmed(std::string_view text, std::size_t max_bytes);

/// `text` for a sentence: in double quotes, invisible, bidi and control characters dropped, trimmed with an ellipsis.
std::string in_quotes(std::string_view text, std::size_t max_bytes = 80);

/// True for exactly one valid UTF-8 character that is no control character.
bool is_one_character(std::string_view text);

}  // namespace interlock
