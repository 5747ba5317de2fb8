/// Port: reading the accessibility tree of the application that owns a window.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>

#include "gate/geometry.h"
#include "gate/observation.h"

namespace interlock::a11y {

using Deadline = std::chrono::steady_clock::time_point;

/// An element, and the web document around it (`none` when it is in no web document).
struct Sight {
  gate::Known<gate::Element> element;
  gate::Known<gate::Document> document;
};

class TreeReader {
 public:
  virtual ~TreeReader() = default;

  /// The actionable element at `at` in `window`; `popup` is the rectangle of the window's open menu or combo popup when
  /// the point is in one, `none` when it is in none. Answers by `deadline` at the latest; never throws, never blocks
  /// the loop.
  virtual boost::asio::awaitable<Sight> element_at(const gate::Window& window, const gate::Known<gate::Rect>& popup,
                                                   gate::Point at, Deadline deadline) = 0;
  /// The element of `window`'s application that has the keyboard focus.
  virtual boost::asio::awaitable<Sight> focused_element(const gate::Window& window, Deadline deadline) = 0;
};

}  // namespace interlock::a11y
