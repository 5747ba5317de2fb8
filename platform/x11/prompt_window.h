/// A question in a window of our own: above everything and kept there, answered by a click of a real device alone.
/// What it says nobody else can change, and a yes counts only while nothing covers any of it: not for half a second
/// after it appeared or was uncovered, not by a key, not by an event that a program made. A no always counts.
/// Used by one thread.
#pragma once

#include "platform/x11/xlib.h"

#include "values/known.h"  // before Xlib, which has a macro None

#include <X11/Xft/Xft.h>
#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "platform/notifier.h"
#include "platform/x11/connection.h"
#include "platform/x11/input_devices.h"
#include "platform/x11/prompt_text.h"
#include "values/error.h"
#include "values/geometry.h"

namespace interlock::platform::x11 {

class PromptWindow {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Errors: no display, no XInput 2, no font.
  static tl::expected<std::unique_ptr<PromptWindow>, Error> open(const std::string& display, Prompt prompt);
  ~PromptWindow();
  PromptWindow(const PromptWindow&) = delete;
  PromptWindow& operator=(const PromptWindow&) = delete;

  int socket() const { return x_->socket(); }
  bool lost() const { return x_->lost(); }
  /// The answer, where there is one, out of what came since the last call; keeps the window on top. To be called when
  /// the socket has something to read, and every few milliseconds.
  std::optional<Answer> take(Time now);
  Time shown() const { return shown_; }

 private:
  struct Button {
    Answer answer;
    std::string label;
    Rect rect;
  };
  struct Line {
    std::string text;
    bool title = false;
    bool label = false;  ///< what the line under it is
    int x = 0, baseline = 0;
  };

  PromptWindow(std::unique_ptr<Connection> connection, Prompt prompt);
  tl::expected<void, Error> begin();
  void lay_out();
  /// False: with the picture the window would be higher than the screen.
  bool fits_screen() const;
  void draw_picture();
  void add_text(std::string_view text, bool title, int x, std::size_t most);
  void make_window();
  void draw(Time now);
  void keep_on_top(Time now);
  bool is_covered() const;
  bool may_approve(Time now) const;
  std::optional<Answer> pointer(const XIDeviceEvent& event, Time now);
  bool escape(const XIRawEvent& event) const;
  const Button* button_at(int x, int y) const;
  XftColor colour(unsigned rgb) const;

  std::unique_ptr<Connection> x_;
  Prompt prompt_;
  InputDevices devices_;
  std::unique_ptr<PromptText> title_, text_;
  std::vector<Button> buttons_;
  std::vector<Line> lines_;
  int height_ = 0;
  int picture_top_ = 0;
  Window window_ = 0;
  XftDraw* onto_ = nullptr;
  int opcode_ = 0;
  Time shown_{};
  Time clear_since_ = Time::max();  ///< nothing covers the window since; max: something does
  bool ready_drawn_ = false;
  std::optional<Answer> held_;  ///< the button that a press went down on
  int held_device_ = 0;
};

}  // namespace interlock::platform::x11
