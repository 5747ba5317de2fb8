/// Single keys with which programs that show a screen in a terminal delete, end or change something: file managers,
/// monitors of processes, front ends of git, Docker and Kubernetes. From the manuals of these programs.
#pragma once

#include <optional>
#include <string_view>

#include "values/action.h"

namespace interlock::gate::shell {

/// What the text `typed` does in `program`, for sentences: "deletes files". `before`: the text that went to the program
/// since its last line. A text that begins with "/", "?" or "\" is one that is searched for, and does nothing.
std::optional<std::string_view> done_by_text(std::string_view program, std::string_view before, std::string_view typed);

/// The same for a key that is no character. `behind_escape`: Escape was the key before, and a digit counts as F1 to
/// F10.
std::optional<std::string_view> done_by_key(std::string_view program, const KeyChord& chord, bool behind_escape);

}  // namespace interlock::gate::shell
