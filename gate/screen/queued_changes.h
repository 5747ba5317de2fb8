/// Programs that collect what is asked of them and do all of it when "Apply" is pressed: partition editors and package
/// managers.
#pragma once

#include <optional>
#include <string_view>

#include "gate/words/category.h"
#include "values/observation.h"

namespace interlock::gate {

/// What "Apply" does in that window, if it carries out such changes.
std::optional<Category> queued_changes(const Window& window);

/// "Apply" and its translations, with or without "all" or "changes"; the label is normalised.
bool says_apply(std::string_view label);

}  // namespace interlock::gate
