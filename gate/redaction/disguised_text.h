/// Sentences whose letters are disguised. Each function undoes one disguise, and returns nothing for a sentence that
/// does not show it. Arguments are normalised text.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::gate {

/// Without the marks on most of its letters ("i̇ġṅȯṙė"), small capitals as letters.
std::optional<std::string> without_marks(std::string_view text);
/// Read from its end, if a word of commands then appears ("snoitcurtsni").
std::optional<std::string> read_backwards(std::string_view text);
/// ROT13 undone, if a word of commands then appears.
std::optional<std::string> rotated(std::string_view text);
/// Its letters and digits alone, if much else stands between them, or nothing where words should end:
/// "ig-no-re", "I.g.n.o.r.e", "i g n o r e", "IgnoreAllPreviousInstructions".
std::optional<std::string> letters_alone(std::string_view text);

}  // namespace interlock::gate
