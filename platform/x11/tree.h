/// Functions on the window tree, used by window_views.h.
#pragma once

#include <xcb/res.h>
#include <optional>
#include <vector>

#include "platform/x11/connection.h"
#include "platform/x11/property.h"
#include "values/known.h"

namespace interlock::platform::x11 {

/// Bottom of the stack first; empty when the window is gone.
std::vector<xcb_window_t> children_of(const Connection& x, xcb_window_t window);
/// The application's window inside a window manager's frame; 0 if there is none.
xcb_window_t client_below(const Connection& x, xcb_window_t frame);

/// The application's top-level window that contains `window`, or, if no window manager marked one (`managed` false),
/// the child of the root that contains it. Window 0: it is gone.
struct Top {
  xcb_window_t window = 0;
  bool managed = false;
};
Top top_of(const Connection& x, xcb_window_t window);

/// Content area in root pixels, in two halves, to be requested together with other things. Nothing: no such window.
struct AskedRect {
  xcb_get_geometry_cookie_t size;
  xcb_translate_coordinates_cookie_t place;
};
AskedRect ask_rect(const Connection& x, xcb_window_t window);
std::optional<Rect> answered_rect(const Connection& x, AskedRect asked);

/// pid_of in two halves.
xcb_res_query_client_ids_cookie_t ask_pid(const Connection& x, xcb_window_t window);
Known<std::uint32_t> answered_pid(const Connection& x, xcb_res_query_client_ids_cookie_t asked);

/// The answer to a request for a property; valid as long as the answer lives. Empty if there was none.
inline Property property_of(const xcb_get_property_reply_t* answer) {
  if (!answer) return {};
  return {answer->type,
          answer->format,
          {static_cast<const char*>(xcb_get_property_value(answer)),
           static_cast<std::size_t>(xcb_get_property_value_length(answer))}};
}

}  // namespace interlock::platform::x11
