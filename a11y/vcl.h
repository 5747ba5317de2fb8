/// LibreOffice under GTK 3: the menu bar, the side bar and the dialogs are GTK's; the rest of a window LibreOffice
/// draws itself, and what it draws tells its place as if the menu bar above it were not there.
#pragma once

#include <optional>

#include "a11y/look.h"
#include "a11y/space.h"

namespace interlock::a11y {

/// The part of a window that LibreOffice draws.
struct Drawn {
  Ref root;
  Rect area;    ///< where it is, in root pixels: the word of the GTK widget around it
  Point shift;  ///< from where what is in it says it lies to where it lies
};

/// Nothing in a dialog, which is GTK's alone. `unstable` while the part and what is around it differ in size.
Awaitable<Seen<std::optional<Drawn>>> drawn_part(Look look, Toolkit toolkit, Ref top);

/// Whether what an element says of itself means that LibreOffice draws it: GTK's own say that they are GTK's.
bool is_drawn(const Seen<Attributes>& attributes);

}  // namespace interlock::a11y
