/// Reads the raw events of all input devices, on a connection of its own: input from real devices, input that others
/// injected or sent, the panic key. Used by one thread.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "platform/human_input.h"
#include "platform/x11/connection.h"
#include "platform/x11/input_devices.h"
#include "platform/x11/own_input.h"
#include "platform/x11/panic_key.h"
#include "platform/x11/real_motion.h"
#include "platform/x11/sent_events.h"
#include "values/error.h"

namespace interlock::platform::x11 {

class InputWatch {
 public:
  using Time = std::chrono::steady_clock::time_point;

  /// Errors: no display, no XInput 2.2, the devices cannot be read.
  static tl::expected<std::unique_ptr<InputWatch>, Error> open(const std::string& name, std::shared_ptr<OwnInput> own);
  InputWatch(std::unique_ptr<Connection> connection, std::shared_ptr<OwnInput> own);
  ~InputWatch();

  /// The second is -1 if sent events are not watched.
  std::array<int, 2> sockets() const { return {x_->socket(), sent_ ? sent_->socket() : -1}; }
  bool lost() const { return x_->lost(); }
  void set_panic_key(std::optional<KeyChord> chord);
  const std::string& panic_key_trouble() const { return panic_.trouble(); }
  /// Why events that programs send to windows are not seen; empty if they are.
  const std::string& sent_events_trouble() const { return sent_trouble_; }

  /// The events since the last call. Only the last event of real input is included.
  struct Seen {
    std::optional<InputKind> press;
    bool motion = false;
    ForeignInput foreign;
    std::optional<PanicKey> panic;
  };
  Seen take(Time now);
  /// More events arrived with the X server's answers to `take`: they are in memory, so the socket will not become
  /// readable.
  bool has_more() const;

 private:
  tl::expected<void, Error> begin();
  void read_sent(Seen& seen);
  void raw(const XIRawEvent& event, Seen& seen, Time now);
  void real(const XIRawEvent& event, Seen& seen, Time now);

  std::unique_ptr<Connection> x_;
  std::unique_ptr<SentEvents> sent_;  ///< null: the server does not show them
  std::string sent_trouble_;
  std::shared_ptr<OwnInput> own_;
  InputDevices devices_;
  RealMotion motion_;
  PanicKeyWatch panic_;
  std::optional<KeyChord> chord_;
  bool ours_ = false;  ///< inside a section of our own input
  Time counts_from_{};
  Time real_panic_{};
};

}  // namespace interlock::platform::x11
