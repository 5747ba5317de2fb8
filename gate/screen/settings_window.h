/// The desktop's settings: rows there are also commands ("Remove User..."), and switches are named after what they
/// switch ("Remote Login").
#pragma once

#include "values/observation.h"

namespace interlock::gate {

bool shows_settings(const Window& window);

/// Whether what is chosen in that window takes effect only by its button "Apply".
bool applies_settings(const Window& window);

}  // namespace interlock::gate
