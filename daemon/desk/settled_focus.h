/// The keyboard focus as it will be when keys arrive. A click or a key moves the focus, and the accessibility tree
/// reports it only some time later: measured on Chromium, 10 to 48 ms after the click, and at load 10 on 2 cores 40 ms
/// after a Tab, one time of 30 more than 100, at the longest 332 (Firefox the same). Text typed into a password field
/// in that time would be judged by the element that had the focus before, whether the agent or a person clicked or
/// pressed the key.
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
  /// Twice the longest delay of a focus that was seen on an idle machine.
  static constexpr std::chrono::milliseconds quiet{100};
  /// Longer than any measured delay. Used where it costs little: after presses of others, and if Tab, or a key in an
  /// open list, seems to have moved nothing.
  static constexpr std::chrono::milliseconds late{600};
  /// How long a clicked text field may take to report the focus. After this, whatever reports the focus is believed.
  static constexpr std::chrono::milliseconds patience{1000};

  /// Records an act of ours that may move the focus.
  void acted(const Action& action, const Observed& seen);

  /// Records that one of interlock's questions was just closed. Its window may have had the focus; measured on
  /// Chromium, the page is then reported to have the focus for a moment although its developer tools have it.
  void question_closed() { question_closed_ = std::chrono::steady_clock::now(); }

  /// As daemon::observe, but the focus of a keyboard action is read again until it has settled. If no element has it:
  /// until one does or the deadline is over (it is moving from one to another). After an act of interlock: until it is
  /// on the clicked element, or in the clicked date or list, if that takes the focus, else `quiet` after the act, and
  /// `late` after a Tab, or a key in an open list, that did not move it; `late` after one of interlock's questions was
  /// closed. If a clicked text field does not get the focus, the focus is Unknown::unstable. After a press of others:
  /// `late` after it; if these continue for `patience`, it is Unknown::unstable. `devices`: null if there are none.
  boost::asio::awaitable<Observed> observe(Eyes eyes, std::shared_ptr<platform::HumanInput> devices,
                                           const Action& action, std::chrono::milliseconds deadline,
                                           a11y::Certainty certainty = a11y::Certainty::settled);

 private:
  struct Press {
    std::chrono::steady_clock::time_point when;
    std::uint64_t window = 0;
    std::string path;  ///< of the clicked element; empty for keys
    /// The clicked date, one of whose parts gets the focus (Firefox at load 10 on 2 cores took over 200 ms), or the
    /// list that opens, one of whose options gets it. Only role and name.
    std::optional<Ancestor> whole = {};
    bool focusable = false;
    bool takes_text = false;
    /// Path of what had the focus when Tab, or a key that goes to another option of an open list, was pressed; empty
    /// for other acts.
    std::string moved_from;
  };
  bool is_on_clicked(const Element& focus) const;
  enum class Verdict { settled, wait, unstable };
  Verdict after_ours(const Observed& seen) const;

  std::optional<Press> press_;
  std::optional<std::chrono::steady_clock::time_point> question_closed_;
};

}  // namespace interlock::daemon
