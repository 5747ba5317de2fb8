/// LibreOffice under GTK 3: the menu bar, the side bar and the dialogs are GTK's. LibreOffice draws the rest of a
/// window itself, and objects in that part report their places as if the menu bar above it did not exist.
#pragma once

#include <optional>

#include "a11y/look.h"
#include "a11y/space.h"

namespace interlock::a11y {

/// The part of a window that LibreOffice draws.
struct Drawn {
  Ref root;
  Rect area;    ///< its place in root pixels, as the GTK widget around it reports
  Point shift;  ///< from the reported places in it to the real ones
};

/// Nothing in a dialog, which GTK draws completely. `unstable` while the part and its surroundings differ in size.
Awaitable<Seen<std::optional<Drawn>>> drawn_part(Look look, Toolkit toolkit, Ref top);

/// Whether an element's own attributes show that LibreOffice draws it: GTK's elements name GTK as their toolkit.
bool is_drawn(const Seen<Attributes>& attributes);

}  // namespace interlock::a11y
