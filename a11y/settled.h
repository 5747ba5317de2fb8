/// Points whose element is certain for the moment. Chromium answers a hit test from cached data and only then asks its
/// renderer, so the first answer may name an element that is covered, or that was there at the last request
/// (docs/decisions/0002-chromium-hit-test.md). Pure: time is an argument.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <optional>

#include "a11y/atspi.h"
#include "a11y/tree_reader.h"

namespace interlock::a11y {

/// How long an answer must stay the same to count as the renderer's: longer than any task of a page that is not a "long
/// task" (50 ms, W3C Long Tasks). Measured: 10 ms on idle and animated pages, 40 ms on a page busy in 50 ms tasks.
inline constexpr std::chrono::milliseconds settle_time{60};
/// Interval between the requests while it settles.
inline constexpr std::chrono::milliseconds settle_step{10};

class Settled {
 public:
  /// If a request at a point is not older than this, its answer refreshed Chromium's cached data.
  static constexpr std::chrono::milliseconds fresh{150};
  /// An answer that only repeats itself must settle again after this time.
  static constexpr std::chrono::seconds longest{2};

  /// True if `element` was the settled answer at this point a moment ago; counts as a request.
  bool confirms(std::uint64_t window, Point at, const Ref& element, Deadline now);
  /// The pointer came to the point: the next answer must settle again.
  void forget(std::uint64_t window, Point at);
  void remember(std::uint64_t window, Point at, const Ref& element, Deadline now);

  /// What is there if the settled answer at this point is `element` (a11y/unanswered.h), as found no longer than
  /// `fresh` ago.
  std::optional<Ref> found(std::uint64_t window, Point at, const Ref& element, Deadline now) const;
  /// `asked`: when the search began. Only for a point that was remembered.
  void remember_found(std::uint64_t window, Point at, const Ref& element, const Ref& there, Deadline asked);

 private:
  static constexpr std::size_t max_points = 32;
  struct Entry {
    std::uint64_t window = 0;
    Point at;
    Ref element;
    Deadline settled;
    Deadline asked;
    std::optional<Ref> there = {};
    Deadline searched = {};
  };
  std::deque<Entry> entries_;
};

}  // namespace interlock::a11y
