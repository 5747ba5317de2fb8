/// A question in a window of interlock's own: it stays above all other windows and is answered only by a click of a
/// real device. No other program can change its text. A yes counts only if no part of the window is covered, and not
/// within half a second after it appeared or was uncovered; keys and events made by programs do not count. A no always
/// counts.
///
/// A person can type a word for the agent into a field. A click of a real device into the field grabs the keyboard (the
/// focus stays where it is, since the question may be about it), until a press outside of the window or a minute
/// without a key. Only keys of real devices count; Return denies with the word, and no key approves. Used by one
/// thread.
#pragma once

#include "platform/x11/xlib.h"

#include <X11/extensions/XInput2.h>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "platform/prompt/press_rules.h"
#include "platform/prompt/prompt_layout.h"
#include "platform/prompt/typed_word.h"
#include "platform/x11/connection.h"
#include "platform/x11/input_devices.h"
#include "platform/x11/key_text.h"
#include "values/error.h"
#include "values/geometry.h"

namespace interlock::platform::x11 {

class PromptWindow {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// `texts`: draw-text's pictures of the layout's blocks. Errors: no display, no XInput 2, no TrueColor.
  static tl::expected<std::unique_ptr<PromptWindow>, Error> open(const std::string& display,
                                                                 prompt::PromptLayout layout,
                                                                 std::vector<prompt::DrawnText> texts);
  PromptWindow(const PromptWindow&) = delete;
  PromptWindow& operator=(const PromptWindow&) = delete;

  int socket() const { return x_->socket(); }
  bool lost() const { return x_->lost(); }
  /// Handles the events since the last call; returns the answer if there is one; keeps the window on top. Call it when
  /// the socket is readable, and every few milliseconds.
  std::optional<platform::Reply> take(Time now);
  /// The field's text, if it was not drawn yet: show its picture with `show_word`.
  std::optional<prompt::TextBlock> word_to_draw();
  void show_word(prompt::DrawnText drawn);

 private:
  PromptWindow(std::unique_ptr<Connection> connection, prompt::PromptLayout layout);
  tl::expected<void, Error> begin(std::vector<prompt::DrawnText> texts);
  void make_window();
  void draw(Time now);
  void keep_on_top(Time now);
  bool is_covered() const;
  std::optional<Answer> take_events(Time now, bool& redraw);
  std::optional<Answer> take_input(XGenericEventCookie& cookie, Time now);
  std::optional<Answer> pointer(const XIDeviceEvent& event, Time now);
  std::optional<Answer> key(const XIDeviceEvent& event, Time now);
  bool counts(int source);
  void begin_typing(const XIDeviceEvent& press, Time now);
  void end_typing();
  bool pointer_is_inside() const;
  bool escape(const XIRawEvent& event) const;

  std::unique_ptr<Connection> x_;
  prompt::PromptLayout layout_;
  prompt::PressRules rules_{layout_};
  InputDevices devices_;
  Window window_ = 0;
  bool ready_drawn_ = false;
  std::int64_t seconds_drawn_ = 0;
  bool word_counts_ = false;  ///< the no was given by a real device
  prompt::TypedWord word_;
  std::optional<KeyText> keys_;  ///< once the field was used
  std::optional<int> keyboard_;  ///< that is grabbed: keys go to the field
  Time last_key_{};
  bool word_changed_ = false;
};

}  // namespace interlock::platform::x11
