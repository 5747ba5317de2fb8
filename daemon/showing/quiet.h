/// When a window has come to rest after an action: values; time is an argument.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "a11y/visible_tree.h"

namespace interlock::daemon {

/// What a reading of a window showed, as hashes: equal if the same was shown.
struct Reading {
  std::uint64_t content = 0;  ///< all elements: of a browser, those of the page
  std::uint64_t around = 0;   ///< the window itself; of a browser also its own elements
  /// Descriptions of a browser's own buttons. While a page loads, "Reload" is described as a button that stops loading;
  /// no browser reports this in a way that does not depend on the language.
  std::uint64_t buttons = 0;
  bool busy = false;  ///< a document reports that it loads

  bool operator==(const Reading&) const = default;
};

/// Of the window's title and tree. The place of the keyboard focus does not count.
Reading reading_of(const Window& window, const a11y::VisibleTree& tree);

class Quiet {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Without a change for this long, after there was one. Chromium reports the changes of a page up to 150 ms late.
  static constexpr std::chrono::milliseconds after_change{250};
  /// Without any change since the action. Most effects of a click appear within it.
  static constexpr std::chrono::milliseconds without_change{400};
  /// A program that takes long to answer takes long to react: at least so many times its slowest answer.
  static constexpr int answers = 4;
  /// While a browser's buttons differ, but not its page: a server answers late.
  static constexpr std::chrono::milliseconds page_expected{5000};

  /// `before`: what was shown before the action, if that is known.
  Quiet(std::optional<Reading> before, Time start) : before_(before), changed_(start), start_(start) {}

  /// `took`: how long the program took to answer.
  void saw(const Reading& now, Time time, std::chrono::steady_clock::duration took = {});
  /// Nothing could be read.
  void saw_nothing(Time time);
  bool is_quiet(Time time) const;

 private:
  std::optional<Reading> before_;
  std::optional<Reading> last_;
  Time changed_;
  Time start_;
  std::chrono::steady_clock::duration slowest_{};
  bool has_changed_ = false;
};

}  // namespace interlock::daemon
