/// Actions that open developer tools, a macro editor or a console of scripts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "values/reason.h"

namespace interlock::gate {

struct EvaluationContext;

struct Opening {
  Reason how;               ///< "F12", `menu item "Inspect"`
  std::uint64_t place = 0;  ///< as History::entered names it: asked once a session
  bool always = false;  ///< beside a page of the browser's own the tools can do what the browser can: asked each time
};

/// By chords in browsers, in programs that show web documents and in office programs; by entries of their menus.
std::vector<Opening> code_openings(const EvaluationContext& context);

}  // namespace interlock::gate
