/// Points whose element is certain for the moment. Chromium answers a hit test from what it has at hand and asks its
/// renderer only then, so the first answer may name an element that is covered, or that was there at the last question
/// (docs/decisions/0002-chromium-hit-test.md). Pure: time is an argument.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>

#include "a11y/atspi.h"
#include "a11y/tree_reader.h"

namespace interlock::a11y {

/// How long an answer must stand before it is the renderer's: longer than any task of a page that is not a "long task"
/// (50 ms, W3C Long Tasks). Measured: 10 ms on idle and animated pages, 40 ms on a page busy in 50 ms tasks.
inline constexpr std::chrono::milliseconds settle_time{60};
/// Between the questions while it settles.
inline constexpr std::chrono::milliseconds settle_step{10};

class Settled {
 public:
  /// A question at a point was asked no longer ago than this: its answer refreshed what Chromium has at hand.
  static constexpr std::chrono::milliseconds fresh{150};
  /// An answer that only repeats itself is settled anew at least this often.
  static constexpr std::chrono::seconds longest{2};

  /// True when `element` was the settled answer at this point a moment ago; counts as a question.
  bool confirms(std::uint64_t window, Point at, const Ref& element, Deadline now);
  /// The pointer came to it: the next answer must settle anew.
  void forget(std::uint64_t window, Point at);
  void remember(std::uint64_t window, Point at, const Ref& element, Deadline now);

 private:
  static constexpr std::size_t max_points = 32;
  struct Entry {
    std::uint64_t window = 0;
    Point at;
    Ref element;
    Deadline settled;
    Deadline asked;
  };
  std::deque<Entry> entries_;
};

}  // namespace interlock::a11y
