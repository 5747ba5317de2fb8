#include "platform/x11/catch_up.h"

#include <X11/Xutil.h>
#include <unistd.h>

#include "platform/x11/tree.h"
#include "platform/x11/window_views.h"

namespace interlock::platform::x11 {
namespace {

bool takes_pings(const Connection& x, xcb_window_t window) {
  const Reply<xcb_get_property_reply_t> protocols(xcb_get_property_reply(
      x.xcb(), xcb_get_property(x.xcb(), 0, window, x.atoms().wm_protocols, XCB_ATOM_ATOM, 0, 32), nullptr));
  return property_of(protocols.get()).holds(x.atoms().net_wm_ping);
}

void hear_of_windows(const Connection& x, std::uint32_t mask) {
  xcb_change_window_attributes(x.xcb(), x.root(), XCB_CW_EVENT_MASK, &mask);
  xcb_flush(x.xcb());
}

}  // namespace

CatchUp::~CatchUp() {
  end();
}

void CatchUp::ask(xcb_window_t window) {
  if (x_.lost()) return;
  // The answer is sent to the root window: GTK and Chromium send it to those who listen for substructure changes (as
  // EWMH requires), Qt 5 to those who listen for structure changes.
  if (!window_) hear_of_windows(x_, XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_STRUCTURE_NOTIFY);
  window_ = window;
  asked_ = rests_since_ = std::chrono::steady_clock::now();
  pinged_ = takes_pings(x_, window);
  pid_ = pid_of(x_, window);
  const bool has_process =
      pid_ && static_cast<pid_t>(*pid_) != getpid();  // this process itself: it is awake whenever it asks
  begun_ = seen_ = pinged_ || !has_process ? std::nullopt : work_of(*pid_);
  if (!pinged_) return;
  xcb_client_message_event_t ping{};
  ping.response_type = XCB_CLIENT_MESSAGE;
  ping.format = 32;
  ping.window = window;
  ping.type = x_.atoms().wm_protocols;
  ping.data.data32[0] = x_.atoms().net_wm_ping;
  ping.data.data32[1] = ++stamp_;
  ping.data.data32[2] = window;
  xcb_send_event(x_.xcb(), 0, window, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char*>(&ping));
  xcb_flush(x_.xcb());
}

bool CatchUp::ping(xcb_window_t window) {
  if (x_.lost() || !takes_pings(x_, window)) return false;
  ask(window);
  return true;
}

bool CatchUp::answered() {
  if (!window_ || x_.lost()) return true;
  XSync(x_.display(), False);  // the server has sent everything it had, also to the application
  bool gone = false;
  XEvent event;
  while (XCheckTypedEvent(x_.display(), DestroyNotify, &event)) {
    gone = gone || event.xdestroywindow.window == window_;
  }
  return gone || (pinged_ ? ping_answered() : at_rest());
}

bool CatchUp::ping_answered() {
  bool answered = false;
  XEvent event;
  while (XCheckTypedEvent(x_.display(), ClientMessage, &event)) {
    const auto& data = event.xclient.data;
    answered = answered || (event.xclient.message_type == x_.atoms().wm_protocols &&
                            static_cast<xcb_atom_t>(data.l[0]) == x_.atoms().net_wm_ping &&
                            static_cast<std::uint32_t>(data.l[1]) == stamp_);
  }
  return answered;
}

bool CatchUp::at_rest() {
  const auto now = std::chrono::steady_clock::now();
  const auto before = seen_;
  seen_ = pid_ && begun_ ? work_of(*pid_) : std::nullopt;
  if (!seen_) return now - asked_ >= silent_settle;
  if (!seen_->asleep || before != seen_) rests_since_ = now;
  return now - rests_since_ >= rest || seen_->time - begun_->time >= silent_settle;
}

void CatchUp::end() {
  if (window_ && !x_.lost()) hear_of_windows(x_, XCB_EVENT_MASK_NO_EVENT);
  window_ = 0;
}

}  // namespace interlock::platform::x11
