/// Labels that name what they do by a noun: "Account deletion", "Kontolöschung".
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace interlock::gate {

/// The label with the verb that its last word is made of: "delete account", "konto löschen"; nothing if that word is no
/// such noun, or is all of the label. `normal` is normalised.
std::optional<std::string> with_verb(std::string_view normal);

}  // namespace interlock::gate
