/// What reacts to a press on an element of a web page whose role does not say it.
#pragma once

#include <string>
#include <vector>

#include "a11y/ancestry.h"
#include "a11y/toolkit.h"

namespace interlock::a11y {

/// Measured, by the name of an element's first action: Chromium's and Firefox's "click" is given to whatever listens to
/// click, mousedown or mouseup, "clickAncestor" to what stands in such a thing. Chromium names "clickAncestor" also
/// where the document or the window listens, Firefox does not; neither tells of pointer events and keys.
struct Reaction {
  std::string text;  ///< what is written at the point, or on the control where its name says something else
  Known<Listener> listener;
  std::vector<Ancestor> presses;  ///< of a label: the controls that a click on it presses
};

/// What has to be asked about it beside the element itself; nothing outside of a web page. The answers are
/// `reaction`'s.
std::vector<Question> reaction_questions(Toolkit toolkit, const std::vector<Step>& steps, std::size_t chosen);
/// `replies`: to those questions. Asks on where something listens, or where it is a label.
Awaitable<Seen<Reaction>> reaction(Look look, Toolkit toolkit, std::vector<Step> steps, std::size_t chosen,
                                   std::vector<dbus::Reply> replies);

}  // namespace interlock::a11y
