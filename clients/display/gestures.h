/// What the single presses, releases and motions of an X client come to: a button that goes down and up in one place is
/// a click, keys that follow each other are a text or chords. Such an action is judged as a whole, before anything is
/// pressed. A press waits for its release for a moment, and then is pressed for itself. No clock: time is an argument.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "clients/display/keyboard.h"
#include "values/action.h"

namespace interlock::display {

using Clock = std::chrono::steady_clock;
using Time = Clock::time_point;

/// How long a part waits for what belongs to it. Each is above what clients leave between two events: xdotool 12 ms
/// between keys, and 2 ms to 12 ms between the press and release of a click.
namespace waits {
inline constexpr std::chrono::milliseconds motion{10};     ///< for a press at the place, or a motion further on
inline constexpr std::chrono::milliseconds press{150};     ///< of a button, for its release
inline constexpr std::chrono::milliseconds drag{1000};     ///< of a button after which the pointer moved
inline constexpr std::chrono::milliseconds wheel{30};      ///< for another turn
inline constexpr std::chrono::milliseconds text{50};       ///< for another key
inline constexpr std::chrono::milliseconds key{150};       ///< for its release
inline constexpr std::chrono::milliseconds modifier{250};  ///< for a key, or its release
}  // namespace waits
/// A text is not collected beyond this number of bytes: the person who is asked about it reads it.
inline constexpr std::size_t longest_text = 1000;

/// The state that an event brings with it.
struct HeldWith {
  Modifiers modifiers;
  bool second_group = false;
};

class Gestures {
 public:
  using Actions = std::vector<Action>;

  // Each returns what is to be done now, in order.
  Actions motion(Point to, Time now);
  /// `number`: of the button as X counts them; 4 to 7 are the wheel.
  Actions button(unsigned number, bool down, Point at, Time now);
  /// `with`: what counts as held for this key, besides what is.
  Actions key(std::uint8_t code, const KeySymbols& symbols, bool down, Time now, const HeldWith& with = {});
  /// Everything that waits, pressed for itself where it is not complete.
  Actions settle();
  /// Only what is complete: not what is pressed and may still be released. `text`: also a text, which may go on.
  Actions finish(bool text);
  /// What has waited long enough.
  Actions expire(Time now);
  /// What waits gets so much more time: an action was being done, and the client could not go on meanwhile.
  void postpone(Clock::duration by);

  std::optional<Time> deadline() const;
  bool waits() const { return deadline().has_value(); }
  /// Where the client has put the pointer, as long as that is not done yet.
  std::optional<Point> aimed() const;
  /// Modifiers and buttons that are down for clients, as in the state of events.
  std::uint16_t state() const;
  const std::set<std::uint8_t>& keys_down() const { return keys_down_; }

  /// The action was not done: it holds nothing, and what waits was meant to follow it and is dropped.
  void refused(const Action& action);

 private:
  enum class Held : std::uint8_t { no, waits, used, pressed };
  struct Press {
    Button button;
    Point from;
    Point to;
    bool moved = false;
  };
  struct PressedKey {
    std::uint8_t code;
    KeySymbols symbols;
    HeldWith with;
  };
  static constexpr std::size_t modifier_count = 4;

  void emit(ActionBody body);
  Actions take();
  Modifiers lazy() const;    ///< held for clients, and not pressed by an action of ours
  bool any_pressed() const;  ///< a modifier is pressed by an action of ours
  void use_modifiers();      ///< those that wait were used by an action
  void press_modifiers();    ///< presses those that are only held for clients
  void settle_pointer();
  void settle_keys();
  void end_keys();  ///< before the pointer acts; modifiers stay held for it
  void flush_text();
  void flush_chords();
  void modifier(std::size_t index, const std::string& name, bool down, Time now);
  void press_key(PressedKey key, Time now);
  void release_key(std::uint8_t code, Time now);
  void stroke(const PressedKey& key, Time now);
  void chord(const PressedKey& key, Modifiers modifiers, Time now);
  void wheel(unsigned number, Point at, Time now);
  void press_button(Button button, Point at, Time now);
  void release_button(Button button, Point at);

  Actions actions_;
  std::optional<Point> move_;
  std::optional<Press> press_;
  std::optional<Scroll> scroll_;
  std::string text_;
  std::vector<KeyChord> chords_;
  std::optional<PressedKey> key_;
  std::array<Held, modifier_count> modifiers_{};
  std::array<std::string, modifier_count> modifier_names_{};
  std::set<Button> buttons_pressed_;                  ///< by an action of ours
  std::map<std::uint8_t, std::string> keys_pressed_;  ///< likewise, with the names of the keys
  bool second_group_ = false;                         ///< AltGr is held
  std::set<std::uint8_t> keys_down_;                  ///< for clients
  std::optional<Time> pointer_by_, text_by_, key_by_;
};

}  // namespace interlock::display
