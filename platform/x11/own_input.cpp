#include "platform/x11/own_input.h"

#include <sys/random.h>

namespace interlock::platform::x11 {
namespace {

/// Marks that never arrived (their window is gone) must not pile up.
constexpr std::size_t most_sent = 4096;

}  // namespace

void OwnInput::watched_by(xcb_window_t window) {
  const std::lock_guard lock(mutex_);
  window_ = window;
  sent_.clear();
}

void OwnInput::mark(xcb_connection_t* x, bool begins) {
  std::uint64_t number = 0;
  // Without a random number there is no mark, and our own input is reported as foreign: a false alarm, but never a
  // missed one.
  if (getrandom(&number, sizeof number, GRND_NONBLOCK) != sizeof number) return;
  xcb_client_message_event_t message{};
  {
    const std::lock_guard lock(mutex_);
    if (window_ == 0) return;
    if (sent_.size() >= most_sent) sent_.clear();
    sent_[number] = begins;
    message.window = window_;
  }
  message.response_type = XCB_CLIENT_MESSAGE;
  message.format = 32;
  message.type = XCB_ATOM_INTEGER;
  message.data.data32[0] = static_cast<std::uint32_t>(number);
  message.data.data32[1] = static_cast<std::uint32_t>(number >> 32U);
  // With an empty event mask it goes only to the client that owns the window.
  xcb_send_event(x, 0, message.window, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char*>(&message));
}

std::optional<bool> OwnInput::read(const xcb_client_message_event_t& message) {
  const auto number = std::uint64_t{message.data.data32[1]} << 32U | message.data.data32[0];
  const std::lock_guard lock(mutex_);
  const auto found = sent_.find(number);
  if (found == sent_.end()) return std::nullopt;
  const bool begins = found->second;
  sent_.erase(found);
  return begins;
}

}  // namespace interlock::platform::x11
