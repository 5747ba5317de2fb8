/// What words of a text may stand for when they are written so that a rule does not see them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::gate {

/// The text that `word` is the base64, hex or percent-encoding of; nothing when it decodes to none that can be read.
std::optional<std::string> decoded_text(std::string_view word);

/// The text that a word with characters written as `&#73;`, `&#x49;` or `\x49` stands for; nothing with fewer than two
/// of them. Only ASCII is decoded: it is for finding commands, not for display.
std::optional<std::string> unescaped_text(std::string_view word);

/// `text` with words joined whose letters stand apart ("i g n o r e"); nothing where there are none.
std::optional<std::string> joined_letters(std::string_view text);

}  // namespace interlock::gate
