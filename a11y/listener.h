/// Which element of a web page reacts to a press, if its role does not show it.
#pragma once

#include <string>
#include <vector>

#include "a11y/ancestry.h"
#include "a11y/toolkit.h"

namespace interlock::a11y {

/// Measured, by the name of an element's first action: Chromium and Firefox give "click" to every element that listens
/// for click, mousedown or mouseup, and "clickAncestor" to elements inside one. Chromium also reports "clickAncestor"
/// if the document or the window listens, Firefox does not; neither reports listeners for pointer events and keys.
struct Reaction {
  std::string text;  ///< the text at the point, or on the control if it differs from the control's name
  Known<Listener> listener;
  std::vector<Ancestor> presses;  ///< of a label: the controls that a click on it presses
};

/// The requests about the element that this needs in addition; none outside of a web page. Their answers go to
/// `reaction`.
std::vector<Request> reaction_requests(Toolkit toolkit, const std::vector<PathNode>& steps, std::size_t chosen);
/// `replies`: the answers to those requests. Sends more requests if something listens, or if the element is a label.
Awaitable<Seen<Reaction>> reaction(Look look, Toolkit toolkit, std::vector<PathNode> steps, std::size_t chosen,
                                   std::vector<dbus::Reply> replies);

}  // namespace interlock::a11y
