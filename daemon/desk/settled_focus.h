/// The keyboard focus as it will be when keys arrive. A click or a key moves the focus, and the accessibility tree
/// reports it only some time later: measured on Chromium, 10 to 48 ms after the click, and at load 10 on 2 cores 40 ms
/// after a Tab, one time of 30 more than 100, at the longest 332 (Firefox the same). What is typed into a password
/// field in that time would be judged by the element that had the focus before. Whose click or key it was makes no
/// difference.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "daemon/desk/observer.h"
#include "platform/human_input.h"

namespace interlock::daemon {

class SettledFocus {
 public:
  /// Twice the longest that a focus was seen to be late on an idle machine.
  static constexpr std::chrono::milliseconds quiet{100};
  /// Longer than any delay that was measured. Used where it costs little: after presses of others, and if Tab seems to
  /// have moved nothing.
  static constexpr std::chrono::milliseconds late{600};
  /// How long a clicked text field may take to report the focus. After this, whatever reports the focus is believed.
  static constexpr std::chrono::milliseconds patience{1000};

  /// Records an act of ours that may move the focus.
  void acted(const Action& action, const Observed& seen);

  /// Remembers that a question of ours was just closed. Its window may have had the focus; measured on Chromium, the
  /// page is then said to have the focus for a moment, when its developer tools have it.
  void question_closed() { question_closed_ = std::chrono::steady_clock::now(); }

  /// As daemon::observe, but a keyboard action's focus is read again until it has settled: where no element has it,
  /// until one does or the deadline is over (it is on its way from one to another); after an act of ours until it is on
  /// the element that was clicked, where that takes the focus, else `quiet` after the act, and `late` after a Tab that
  /// left it where it was; `late` after a question of ours was closed. A clicked text field that does not get the focus
  /// makes it Unknown::unstable. After a press of others, `late` after it; where these go on for `patience`, it is
  /// Unknown::unstable. `devices`: null where there are none.
  boost::asio::awaitable<Observed> observe(Eyes eyes, std::shared_ptr<platform::HumanInput> devices,
                                           const Action& action, std::chrono::milliseconds deadline,
                                           a11y::Certainty certainty = a11y::Certainty::settled);

 private:
  struct Press {
    std::chrono::steady_clock::time_point when;
    std::uint64_t window = 0;
    std::string path;  ///< of the clicked element; empty for keys
    bool focusable = false;
    bool takes_text = false;
    std::string tabbed_from;  ///< path of what had the focus when Tab was pressed; empty for other acts
  };
  enum class Verdict { settled, wait, unstable };
  Verdict after_ours(const Observed& seen) const;

  std::optional<Press> press_;
  std::optional<std::chrono::steady_clock::time_point> question_closed_;
};

}  // namespace interlock::daemon
