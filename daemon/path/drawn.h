/// When an application has drawn typed text. `type` waits for that, because an agent takes its next picture as soon as
/// it returns.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "daemon/desk/observer.h"
#include "daemon/records/record.h"

namespace interlock::daemon {

/// The rule, for values; time is an argument.
class Drawn {
 public:
  using Time = std::chrono::steady_clock::time_point;
  /// Without a change of the picture, once the field is known to have the text: some frames, also of a browser that
  /// draws without a graphics card.
  static constexpr std::chrono::milliseconds after_text{60};
  /// The same if the field's text cannot be read, or is not the typed text.
  static constexpr std::chrono::milliseconds after_change{150};
  /// Text that does not appear at all, as in a terminal without echo.
  static constexpr std::chrono::milliseconds without_change{400};
  static constexpr std::chrono::milliseconds longest{1500};

  explicit Drawn(Time start) : start_(start), still_since_(start) {}
  /// The picture shows something else than before.
  void saw_change(Time time);
  /// The field has the text since this time.
  void saw_text(Time time);
  bool has_text() const { return text_.has_value(); }
  /// The program did not get the processor: how long the picture was still before this time does not count.
  void was_held_up(Time time) { still_since_ = time; }
  bool is_drawn(Time time) const;
  /// The longest wait is over.
  bool is_over(Time time) const { return time - start_ >= longest; }

 private:
  Time start_;
  Time still_since_;  // the start, the last change, or the last time at which the program was held up
  bool has_changed_ = false;
  std::optional<Time> text_;
};

/// Whether the pictures differ in more than a text cursor, which is a few pixels wide and blinks.
bool shows_other_text(const platform::Image& one, const platform::Image& other);

/// The last line of typed text, as far as it is compared with what a field holds; empty if nothing can be compared.
std::string last_line_of(const std::string& typed);

/// Of the focused element, or else of its window; nothing if there is no screen to read. Without a picture if none was
/// taken in time; then the first one after the typing counts as a change.
boost::asio::awaitable<std::optional<Undrawn>> look_before_typing(Eyes eyes, Observation seen);

/// Waits until the text is drawn, a bounded time.
boost::asio::awaitable<void> until_drawn(std::function<Eyes()> eyes, Undrawn place, Window window, std::string typed,
                                         std::function<bool()> cancelled);

}  // namespace interlock::daemon
