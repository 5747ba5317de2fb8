/// Decodes words that are written so that a rule would not recognise them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::gate {

/// The text that `word` encodes in base64, hex or percent-encoding; nothing if the result is not readable.
std::optional<std::string> decoded_text(std::string_view word);

/// The text of a word with characters written as `&#73;`, `&#x49;`, `\x49` or `\u0049`; nothing with fewer than two of
/// them. Only ASCII is decoded: it is for finding commands, not for display.
std::optional<std::string> unescaped_text(std::string_view word);

/// `text` with its percent-encoded letters decoded ("ig%6e%6fre"); nothing with fewer than two of them.
std::optional<std::string> without_percent(std::string_view text);

/// `text` with words joined whose letters are separated ("i g n o r e"); nothing if there are none.
std::optional<std::string> joined_letters(std::string_view text);

/// `text` with the digits and signs within words that stand for letters as these ("1gn0re"); nothing if there are none.
std::optional<std::string> unleeted(std::string_view text);

/// `text`, in lower case, with the words of commands to an AI spelt right where their letters are in disorder or one is
/// missing, doubled or wrong ("ignroe prevoius instuctions"); nothing if there are none.
std::optional<std::string> unscrambled(std::string_view text);

/// The length of a run of characters at `at` that are written as numbers with spaces or commas between them, two
/// hexadecimal or eight binary digits each; 0 if there is none. `decoded` are the characters.
std::size_t spaced_codes(std::string_view text, std::size_t at, std::string& decoded);

}  // namespace interlock::gate
