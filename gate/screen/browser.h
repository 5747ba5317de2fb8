/// Browsers: which windows are theirs, and which of their text fields is the address bar.
#pragma once

#include "values/observation.h"

namespace interlock::gate {

/// By the program's name or the window's class.
bool is_browser(const Window& window);

/// The element of a browser's window is the browser's own, not the page's: its ancestors end at a window and hold no
/// web document. (So do those of every other application: ask is_browser() first.)
bool is_browser_chrome(const Element& element);

/// The focus is a browser's address bar. By the element's id where it has one, else by its place: a text field of the
/// browser's own; its label tells only where the ancestors are not known.
bool is_address_bar(const Observation& observation);

}  // namespace interlock::gate
