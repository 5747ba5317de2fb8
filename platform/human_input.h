/// Port: what people do at this desktop's real keyboards and pointers, and what input other programs synthesise.
///
/// The display server names the device that each event comes from. Events of real devices are a person's. Synthetic
/// events (XTEST) that the injector did not send are another program's, and so are presses that a program sends to a
/// window of another one (XSendEvent). A device made in the kernel (uinput) looks real.
///
/// To learn whether a person pressed something since some moment, call `last_real_press()` and compare the times. An
/// event may become known a few milliseconds after its effect (a notification's reply), so wait a short time before you
/// conclude that there was none. While `trouble()` is not empty, nothing is known; treat this as no press.
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

/// A person used a real device. `button` includes turns of the wheel and touches.
struct RealInput {
  std::chrono::steady_clock::time_point at;  ///< when interlock learned of it, milliseconds after it happened at most
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

/// The display itself says that its screen was locked or unlocked; besides what services report
/// (platform/screen_lock.h).
struct DisplayLock {
  bool locked = false;
};

using HumanEvent = std::variant<RealInput, ForeignInput, PanicKey, DisplayLock>;

class HumanInput {
 public:
  virtual ~HumanInput() = default;

  /// The newest press of a key or button of a real device. Thread-safe.
  virtual std::optional<RealInput> last_real_press() const = 0;
  /// The newest press or motion of a real device, without motions of a few pixels (somebody bumped the table).
  /// Thread-safe and cheap: can be called between the steps of an act.
  virtual std::optional<RealInput> last_activity() const = 0;
  /// When a key or button was last pressed by anybody but the injector: by a person or by another program. Thread-safe.
  virtual std::optional<std::chrono::steady_clock::time_point> last_press_of_others() const = 0;
  /// Why nothing is known of the devices; empty if everything works. Thread-safe.
  virtual std::string trouble() const = 0;

  /// Why presses that programs send to windows (XSendEvent) are not noticed; empty if they are. Thread-safe.
  virtual std::string sent_events_trouble() const = 0;

  /// Called on the loop for every event; for a stream of real input, a few times a second.
  virtual void listen(std::function<void(const HumanEvent&)> handler) = 0;
  /// The chord that is reported as PanicKey and that applications do not get; none: no such chord.
  virtual void set_panic_key(std::optional<KeyChord> chord) = 0;
  /// Why the panic key does not work, or not fully; empty if it works. Thread-safe.
  virtual std::string panic_key_trouble() const = 0;
};

}  // namespace interlock::platform
