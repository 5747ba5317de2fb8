/// Programs in which a person edits one document and an Undo takes back what was done to it: drawing, image, sound and
/// film editors, office programs, music notation, construction.
#pragma once

#include "values/observation.h"

namespace interlock::gate {

/// By the window's program or class. Mail programs, databases, file managers and web pages are none.
bool edits_document(const Window& window);

}  // namespace interlock::gate
