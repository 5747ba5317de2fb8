/// Recognises windows of browsers, and which of their text fields is the address bar.
#pragma once

#include "values/observation.h"

namespace interlock::gate {

/// By the program's name or the window's class.
bool is_browser(const Window& window);

/// The element of a browser's window belongs to the browser, not to the page: its ancestors end at a window and contain
/// no web document. (This is also true of elements of all other applications: call is_browser() first.)
bool is_browser_chrome(const Element& element);

/// The focus is in a browser's address bar. By the element's id if it has one, else by its place: a text field of the
/// browser itself; its label counts only if the ancestors are unknown.
bool is_address_bar(const Observation& observation);

}  // namespace interlock::gate
