/// Port: what people do at this desktop's real keyboards and pointers, and what other programs pretend they do.
///
/// The display server names the device that each event comes from. Events of real devices are a person's. Synthetic
/// ones (XTEST) that the injector did not send itself are another program's. A device made in the kernel (uinput) looks
/// real.
///
/// A caller that needs to know that a person pressed something since some moment asks `last_real_press()` and compares
/// times; an event may be known a few milliseconds after what it brought about (a notification's reply), so what is not
/// there yet deserves a short wait. While `trouble()` says something nothing is known: then there was no press.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <variant>

#include "values/action.h"

namespace interlock::platform {

enum class InputKind { key, button, motion };

/// A person did something at a real device. A `button` is a turn of the wheel, too, and a touch.
struct RealInput {
  std::chrono::steady_clock::time_point at;  ///< when it was known here, at most milliseconds after it happened
  InputKind kind = InputKind::motion;
};

/// What another program injected since the last such report: presses of keys and buttons, and motions.
struct ForeignInput {
  std::uint32_t keys = 0;
  std::uint32_t buttons = 0;
  std::uint32_t motions = 0;
};

/// The panic key was pressed.
struct PanicKey {
  bool real = false;  ///< on a real keyboard; else by a program
};

using HumanEvent = std::variant<RealInput, ForeignInput, PanicKey>;

class HumanInput {
 public:
  virtual ~HumanInput() = default;

  /// The newest press of a key or button of a real device. Thread-safe.
  virtual std::optional<RealInput> last_real_press() const = 0;
  /// The newest press or motion of a real device; the few pixels that a bumped table moves a mouse are none.
  /// Thread-safe and cheap: to be asked between the steps of an act.
  virtual std::optional<RealInput> last_activity() const = 0;
  /// When a key or button was last pressed that the injector did not press: by a person or by another program.
  /// Thread-safe.
  virtual std::optional<std::chrono::steady_clock::time_point> last_press_of_others() const = 0;
  /// Why nothing is known of the devices; empty when all is. Thread-safe.
  virtual std::string trouble() const = 0;

  /// Told on the loop of all that happens; of a stream of real input, a few times a second.
  virtual void listen(std::function<void(const HumanEvent&)> handler) = 0;
  /// The chord that is reported as PanicKey and kept from applications; none: no such chord.
  virtual void set_panic_key(std::optional<KeyChord> chord) = 0;
  /// Why the panic key does not work, or not as it should; empty when it does. Thread-safe.
  virtual std::string panic_key_trouble() const = 0;
};

}  // namespace interlock::platform
