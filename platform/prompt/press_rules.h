/// Which presses on a question's window answer it, the same for each kind of display. A yes counts only by a person's
/// device (where that is demanded), with no part of the window covered, and not before it could be read; a no always
/// counts. A press and its release on one button, by one device, are an answer. Pure: time is an argument.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "platform/prompt/prompt_layout.h"

namespace interlock::platform::prompt {

class PressRules {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// The layout must outlive it.
  explicit PressRules(const PromptLayout& layout) : layout_(layout) {}

  void note_shown(Time now);
  /// Whether something hides a part of the window, as it was seen now.
  void note_covered(bool covered, Time now);

  bool is_shown() const { return shown_ != Time(); }
  Time shown() const { return shown_; }
  /// Whether a yes counts: the whole window has been visible long enough to be read.
  bool may_approve(Time now) const;
  /// Until the question is denied, in seconds; 0 if it is not said when.
  std::int64_t seconds_left(Time now) const;

  struct Press {
    bool down = false;
    Point at;             ///< in the window
    int device = 0;       ///< a press and its release must be of the same one
    bool counts = false;  ///< may be a person's
  };
  /// The answer that this press or release completes. `covered`: something hides a part of the window at this moment.
  std::optional<Answer> take(const Press& press, bool covered, Time now);
  /// Whether the point is on a button.
  bool is_button(Point at) const { return button_at(at) != nullptr; }
  /// Whether the last answer was given by a device that counts.
  bool answered_by_person() const { return by_person_; }

 private:
  const PromptLayout::Button* button_at(Point at) const;

  const PromptLayout& layout_;
  Time shown_{};
  Time clear_since_ = Time::max();  ///< since when nothing covers the window; max: something does
  std::optional<Answer> held_;      ///< the button that a press went down on
  int held_device_ = 0;
  bool by_person_ = false;
};

}  // namespace interlock::platform::prompt
