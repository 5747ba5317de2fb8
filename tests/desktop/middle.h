/// The middle of a rectangle, where a click goes.
#pragma once

#include "gate/geometry.h"

namespace interlock::test {

inline gate::Point middle(const gate::Rect& rect) {
  return {rect.x + rect.width / 2, rect.y + rect.height / 2};
}

}  // namespace interlock::test
