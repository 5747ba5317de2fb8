/// The middle of a rectangle, where a click goes.
#pragma once

#include "values/geometry.h"

namespace interlock::test {

inline Point middle(const Rect& rect) {
  return {rect.x + rect.width / 2, rect.y + rect.height / 2};
}

}  // namespace interlock::test
