#include "platform/x11/activation.h"

#include <X11/Xutil.h>
#include <algorithm>
#include <span>

#include "platform/x11/window_views.h"

namespace interlock::platform::x11 {
namespace {

constexpr std::uint32_t from_a_person = 2;  ///< EWMH 1.5, source indication: a pager, that is, a request of the user's
constexpr std::uint32_t max_atoms = 4096;   ///< in one property

xcb_get_property_cookie_t ask(const Connection& x, xcb_window_t window, xcb_atom_t name, std::uint32_t length) {
  return xcb_get_property(x.xcb(), 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, length);
}

/// A property of 32-bit numbers; empty when it is not there.
class Numbers {
 public:
  Numbers(const Connection& x, xcb_get_property_cookie_t asked)
      : reply_(xcb_get_property_reply(x.xcb(), asked, nullptr)) {}
  std::span<const std::uint32_t> all() const {
    if (!reply_ || reply_->format != 32) return {};
    return {static_cast<const std::uint32_t*>(xcb_get_property_value(reply_.get())),
            static_cast<std::size_t>(xcb_get_property_value_length(reply_.get())) / 4};
  }
  bool has(std::uint32_t number) const {
    const auto numbers = all();
    return std::find(numbers.begin(), numbers.end(), number) != numbers.end();
  }
  std::uint32_t first() const { return all().empty() ? 0 : all().front(); }

 private:
  Reply<xcb_get_property_reply_t> reply_;
};

/// ICCCM 4.1.7: it takes the focus by the `input` hint, or by WM_TAKE_FOCUS.
bool takes_focus(const Numbers& hints, const Numbers& protocols, const Connection& x) {
  const auto numbers = hints.all();
  const bool never = numbers.size() > 1 && (numbers[0] & InputHint) != 0 && numbers[1] == 0;
  return !never || protocols.has(x.atoms().wm_take_focus);
}

void ask_window_manager(const Connection& x, xcb_window_t window) {
  xcb_client_message_event_t message{};
  message.response_type = XCB_CLIENT_MESSAGE;
  message.format = 32;
  message.window = window;
  message.type = x.atoms().net_active_window;
  message.data.data32[0] = from_a_person;
  message.data.data32[1] = XCB_CURRENT_TIME;
  xcb_send_event(x.xcb(), 0, x.root(), XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                 reinterpret_cast<const char*>(&message));
}

}  // namespace

bool is_active(const Connection& x, xcb_window_t window) {
  return Numbers(x, ask(x, x.root(), x.atoms().net_active_window, 1)).first() == window;
}

xcb_window_t window_manager_window(const Connection& x) {
  const auto manager = Numbers(x, ask(x, x.root(), x.atoms().net_supporting_wm_check, 1)).first();
  // When a window manager ends, its properties stay on the root window, but the window that they point to does not.
  return manager != 0 && Numbers(x, ask(x, manager, x.atoms().net_supporting_wm_check, 1)).first() == manager ? manager
                                                                                                              : 0;
}

bool activate(const Connection& x, const interlock::Window& target) {
  const auto& type = target.type;
  if (type != "normal" && type != "dialog" && type != "utility" && type != "desktop") return false;
  const auto window = static_cast<xcb_window_t>(target.id);
  if (is_active(x, window)) return false;

  const auto asked_hints = ask(x, window, XCB_ATOM_WM_HINTS, 9);
  const auto asked_protocols = ask(x, window, x.atoms().wm_protocols, max_atoms);
  const auto asked_supported = ask(x, x.root(), x.atoms().net_supported, max_atoms);
  const auto asked_manager = ask(x, x.root(), x.atoms().net_supporting_wm_check, 1);
  const Numbers hints(x, asked_hints), protocols(x, asked_protocols), supported(x, asked_supported);
  const auto manager = Numbers(x, asked_manager).first();
  if (!takes_focus(hints, protocols, x)) return false;
  // When a window manager ends, its properties stay on the root window, but the window that they point to does not.
  const bool alive = manager && Numbers(x, ask(x, manager, x.atoms().net_supporting_wm_check, 1)).first() == manager;
  if (alive && supported.has(x.atoms().net_active_window)) {
    ask_window_manager(x, window);
    return true;
  }
  const auto focus = focus_of(x);
  if (focus && focus->top != window) {
    xcb_set_input_focus(x.xcb(), XCB_INPUT_FOCUS_PARENT, window, XCB_CURRENT_TIME);
  }
  return false;
}

}  // namespace interlock::platform::x11
