#include "doctor/windows.h"

#include <xcb/res.h>
#include <xcb/xcb.h>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>

namespace interlock::doctor {
namespace {

struct Free {
  void operator()(void* reply) const { std::free(reply); }
};
template <class T>
using Reply = std::unique_ptr<T, Free>;

std::optional<std::string> property(xcb_connection_t* x, xcb_window_t window, xcb_atom_t name) {
  const Reply<xcb_get_property_reply_t> got(
      xcb_get_property_reply(x, xcb_get_property(x, 0, window, name, XCB_ATOM_ANY, 0, 65536), nullptr));
  if (!got || got->type == XCB_ATOM_NONE) return std::nullopt;
  return std::string(static_cast<const char*>(xcb_get_property_value(got.get())),
                     static_cast<std::size_t>(xcb_get_property_value_length(got.get())));
}

xcb_atom_t atom(xcb_connection_t* x, const std::string& name) {
  const Reply<xcb_intern_atom_reply_t> got(
      xcb_intern_atom_reply(x, xcb_intern_atom(x, 1, static_cast<std::uint16_t>(name.size()), name.c_str()), nullptr));
  return got ? got->atom : static_cast<xcb_atom_t>(XCB_ATOM_NONE);
}

std::uint32_t process_of(xcb_connection_t* x, xcb_window_t window) {
  const xcb_res_client_id_spec_t spec{window, XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  const Reply<xcb_res_query_client_ids_reply_t> got(
      xcb_res_query_client_ids_reply(x, xcb_res_query_client_ids(x, 1, &spec), nullptr));
  if (!got) return 0;
  for (auto id = xcb_res_query_client_ids_ids_iterator(got.get()); id.rem > 0; xcb_res_client_id_value_next(&id)) {
    if (xcb_res_client_id_value_value_length(id.data) > 0) return *xcb_res_client_id_value_value(id.data);
  }
  return 0;
}

/// The second of the two strings of WM_CLASS.
std::string class_of(xcb_connection_t* x, xcb_window_t window) {
  auto text = property(x, window, XCB_ATOM_WM_CLASS).value_or("");
  if (!text.empty() && text.back() == '\0') text.pop_back();
  return text.substr(text.rfind('\0') + 1);
}

}  // namespace

std::vector<TopWindow> top_windows(const std::string& display) {
  int number = 0;
  xcb_connection_t* x = xcb_connect(display.c_str(), &number);
  const std::unique_ptr<xcb_connection_t, decltype(&xcb_disconnect)> close(x, xcb_disconnect);
  if (xcb_connection_has_error(x) != 0) return {};
  auto screen = xcb_setup_roots_iterator(xcb_get_setup(x));
  for (; number > 0 && screen.rem > 1; --number) xcb_screen_next(&screen);
  const auto list = property(x, screen.data->root, atom(x, "_NET_CLIENT_LIST"));
  std::vector<TopWindow> windows;
  for (std::size_t at = 0; list && at + 4 <= list->size(); at += 4) {
    xcb_window_t window = 0;
    std::memcpy(&window, list->data() + at, sizeof window);
    windows.push_back({process_of(x, window), class_of(x, window)});
    if (windows.back().name.empty()) windows.back().name = property(x, window, XCB_ATOM_WM_NAME).value_or("a window");
  }
  return windows;
}

}  // namespace interlock::doctor
