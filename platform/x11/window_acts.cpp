#include "platform/x11/window_acts.h"

#include <algorithm>
#include <array>
#include <string>

#include "platform/x11/pointer_acts.h"
#include "platform/x11/rename.h"
#include "platform/x11/tree.h"
#include "platform/x11/window_facts.h"
#include "values/visit.h"

namespace interlock::platform::x11 {
namespace {

constexpr std::uint32_t from_a_person = 2;  ///< EWMH 1.5, source indication
constexpr std::uint32_t iconic_state = 3;   ///< ICCCM 4.1.3.1
constexpr std::uint32_t max_atoms = 256;

using Data = std::array<std::uint32_t, 5>;

xcb_client_message_event_t message(xcb_window_t window, xcb_atom_t type, const Data& data) {
  xcb_client_message_event_t event{};
  event.response_type = XCB_CLIENT_MESSAGE;
  event.format = 32;
  event.window = window;
  event.type = type;
  std::copy(data.begin(), data.end(), event.data.data32);
  return event;
}

void tell_window_manager(const Connection& x, xcb_window_t window, xcb_atom_t type, const Data& data) {
  const auto event = message(window, type, data);
  xcb_send_event(x.xcb(), 0, x.root(), XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT,
                 reinterpret_cast<const char*>(&event));
}

bool takes_delete(const Connection& x, xcb_window_t window) {
  const auto asked = xcb_get_property(x.xcb(), 0, window, x.atoms().wm_protocols, XCB_ATOM_ATOM, 0, max_atoms);
  const Reply<xcb_get_property_reply_t> reply(xcb_get_property_reply(x.xcb(), asked, nullptr));
  if (!reply || reply->format != 32) return false;
  const auto* first = static_cast<const xcb_atom_t*>(xcb_get_property_value(reply.get()));
  const auto* last = first + xcb_get_property_value_length(reply.get()) / 4;
  return std::find(first, last, x.atoms().wm_delete_window) != last;
}

/// The act itself, on the window that was judged.
class Change {
 public:
  Change(const Connection& x, const WindowView& view, bool& asked)
      : x_(x),
        asked_(asked),
        window_(hit_of(view).receiver),
        top_(view.window ? static_cast<xcb_window_t>(view.window->id) : 0) {}

  using Result = std::optional<Delivery>;

  Result operator()(const ChangeWindow& change) {
    switch (change.change) {
      case WindowChange::activate:
        return activate();
      case WindowChange::focus:
        return done(xcb_set_input_focus_checked(x_.xcb(), XCB_INPUT_FOCUS_PARENT, window_, XCB_CURRENT_TIME));
      case WindowChange::raise:
        return configure(XCB_CONFIG_WINDOW_STACK_MODE, {XCB_STACK_MODE_ABOVE});
      case WindowChange::minimize:
        tell_window_manager(x_, top_, x_.atoms().wm_change_state, {iconic_state});
        return Delivery{.complete = true};
      case WindowChange::map:
        return done(xcb_map_window_checked(x_.xcb(), window_));
      case WindowChange::unmap:
        return done(xcb_unmap_window_checked(x_.xcb(), window_));
      case WindowChange::maximize:
        return maximized(true);
      case WindowChange::unmaximize:
        return maximized(false);
      case WindowChange::fullscreen:
        return state(true, {"_NET_WM_STATE_FULLSCREEN", x_.atoms().fullscreen});
      case WindowChange::unfullscreen:
        return state(false, {"_NET_WM_STATE_FULLSCREEN", x_.atoms().fullscreen});
    }
    return std::nullopt;
  }
  Result operator()(const MoveWindow& move) {
    return configure(XCB_CONFIG_WINDOW_X | XCB_CONFIG_WINDOW_Y,
                     {static_cast<std::uint32_t>(move.to.x), static_cast<std::uint32_t>(move.to.y)});
  }
  Result operator()(const ResizeWindow& size) {
    std::uint16_t which = 0;
    std::vector<std::uint32_t> values;
    if (size.width > 0) {
      which |= XCB_CONFIG_WINDOW_WIDTH;
      values.push_back(static_cast<std::uint32_t>(size.width));
    }
    if (size.height > 0) {
      which |= XCB_CONFIG_WINDOW_HEIGHT;
      values.push_back(static_cast<std::uint32_t>(size.height));
    }
    return configure(which, values);
  }
  Result operator()(const CloseWindow& close) {
    if (close.kill) return done(xcb_kill_client_checked(x_.xcb(), top_));
    if (!takes_delete(x_, top_)) return done(xcb_destroy_window_checked(x_.xcb(), top_));
    const auto event = message(top_, x_.atoms().wm_protocols, {x_.atoms().wm_delete_window, XCB_CURRENT_TIME});
    return done(
        xcb_send_event_checked(x_.xcb(), 0, top_, XCB_EVENT_MASK_NO_EVENT, reinterpret_cast<const char*>(&event)));
  }
  Result operator()(const SwitchDesktop& desktop) {
    const auto number = static_cast<std::uint32_t>(desktop.number);
    if (desktop.window) {
      return by_window_manager(x_.atoms().net_wm_desktop, "_NET_WM_DESKTOP", top_, {number, from_a_person});
    }
    return by_window_manager(x_.atoms().net_current_desktop, "_NET_CURRENT_DESKTOP", x_.root(), {number});
  }
  Result operator()(const SetDesktopCount& desktops) {
    return by_window_manager(x_.atoms().net_number_of_desktops, "_NET_NUMBER_OF_DESKTOPS", x_.root(),
                             {static_cast<std::uint32_t>(desktops.count)});
  }
  Result operator()(const MoveViewport& viewport) {
    return by_window_manager(x_.atoms().net_desktop_viewport, "_NET_DESKTOP_VIEWPORT", x_.root(),
                             {static_cast<std::uint32_t>(viewport.to.x), static_cast<std::uint32_t>(viewport.to.y)});
  }
  Result operator()(const RenameWindow& rename) { return rename_window(x_, window_, rename); }
  Result operator()(const AnyOf<Move, Click, Drag, Scroll, Type, Key, KeyDown, KeyUp, MouseDown, MouseUp, Wait,
                                Navigate, Sequence, SelectOption, SetValue, FillForm, TypeSecret> auto&) {
    return std::nullopt;
  }

 private:
  Delivery done(xcb_void_cookie_t asked) {
    const Reply<xcb_generic_error_t> error(xcb_request_check(x_.xcb(), asked));
    if (!error) return {.complete = true};
    if (error->error_code == XCB_MATCH) {
      return refused("unsupported", "the X server refuses this for the window: it is not mapped, or of another kind");
    }
    return refused("window_changed", "the window is gone");
  }
  Delivery configure(std::uint16_t which, const std::vector<std::uint32_t>& values) {
    return done(xcb_configure_window_checked(x_.xcb(), window_, which, values.data()));
  }
  static Delivery unsupported(const char* name) {
    return refused("unsupported", std::string("the window manager says that it does not support ") + name);
  }
  Delivery by_window_manager(xcb_atom_t hint, const char* name, xcb_window_t window, const Data& data) {
    if (!is_supported(x_, hint)) return unsupported(name);
    tell_window_manager(x_, window, hint, data);
    return {.complete = true};
  }
  struct State {
    const char* name;
    xcb_atom_t first;
    xcb_atom_t second = 0;
  };
  Delivery state(bool on, const State& states) {
    if (!is_supported(x_, states.first)) return unsupported(states.name);
    tell_window_manager(x_, top_, x_.atoms().net_wm_state, {on ? 1U : 0U, states.first, states.second, from_a_person});
    return {.complete = true};
  }
  Delivery maximized(bool on) {
    return state(on, {"_NET_WM_STATE_MAXIMIZED_VERT", x_.atoms().maximized_vert, x_.atoms().maximized_horz});
  }
  Delivery activate() {
    const auto& atoms = x_.atoms();
    if (is_supported(x_, atoms.net_wm_desktop) && is_supported(x_, atoms.net_current_desktop)) {
      const auto desktop = window_facts(x_, top_);
      constexpr std::uint32_t on_all = 0xFFFF'FFFF;
      if (desktop && desktop->desktop && *desktop->desktop != on_all) {
        tell_window_manager(x_, x_.root(), atoms.net_current_desktop, {*desktop->desktop, XCB_CURRENT_TIME});
      }
    }
    auto result =
        by_window_manager(atoms.net_active_window, "_NET_ACTIVE_WINDOW", top_, {from_a_person, XCB_CURRENT_TIME});
    asked_ = result.complete;
    return result;
  }

  const Connection& x_;
  bool& asked_;
  const xcb_window_t window_;
  const xcb_window_t top_;
};

}  // namespace

std::optional<Delivery> change_windows(DisplaySession& session, Ticket& ticket, const WindowView& view,
                                       const ActionBody& body, bool& asked) {
  const auto& x = *session.x;
  const bool of_window = window_changed({.body = body}).has_value();
  ServerGrab grab(x);
  if (of_window) {
    // Ids are reused after their window is gone; a window with another name may be another window.
    const auto now = view_of_window(x, hit_of(view).receiver);
    if (x.lost()) return refused("no_display", "the X display went away");
    const bool same = view.window && now.window && now.window->id == view.window->id &&
                      now.window->pid == view.window->pid && now.window->app == view.window->app &&
                      now.window->wm_class == view.window->wm_class && now.window->title == view.window->title;
    if (!same) return refused("window_changed", "it is " + name_of(now.window) + " now");
  }
  if (!ticket.commit()) return refused("deadline", "the display did not answer in time; nothing was done");
  return std::visit(Change(x, view, asked), body);
}

}  // namespace interlock::platform::x11
