// The windows of a program, and the places at which a frame may say that it is.
#include <algorithm>

#include "platform/x11/property_text.h"
#include "platform/x11/tree.h"
#include "platform/x11/window_views.h"

namespace interlock::platform::x11 {
namespace {

constexpr std::uint32_t most_clients = 4096;

std::vector<xcb_window_t> clients(const Connection& x) {
  const Reply<xcb_get_property_reply_t> answer(xcb_get_property_reply(
      x.xcb(), xcb_get_property(x.xcb(), 0, x.root(), x.atoms().net_client_list, XCB_ATOM_WINDOW, 0, most_clients),
      nullptr));
  const auto list = property_of(answer.get());
  std::vector<xcb_window_t> windows;
  for (std::size_t i = 0; i < list.count(); ++i) windows.push_back(list.at(i));
  if (list.type != 0) return windows;
  for (auto& shown : stacked_windows(x).value_or(std::vector<StackedWindow>())) {
    windows.push_back(static_cast<xcb_window_t>(shown.window.id));
  }
  return windows;
}

std::vector<xcb_window_t> of_process(const Connection& x, std::vector<xcb_window_t> windows, std::uint32_t pid) {
  std::vector<xcb_res_query_client_ids_cookie_t> asked;
  for (const auto window : windows) asked.push_back(ask_pid(x, window));
  std::vector<xcb_window_t> own;
  for (std::size_t i = 0; i < windows.size(); ++i) {
    if (answered_pid(x, asked[i]) == Known<std::uint32_t>(pid)) own.push_back(windows[i]);
  }
  return own;
}

/// By _NET_FRAME_EXTENTS or _GTK_FRAME_EXTENTS: left, right, top, bottom; any program may have written them.
std::optional<Rect> grown(const Rect& rect, const Property& extents, int sign) {
  constexpr std::uint32_t widest = 1024;
  if (extents.count() < 4) return std::nullopt;
  int edges[4];
  for (std::size_t i = 0; i < 4; ++i) {
    if (extents.at(i) > widest) return std::nullopt;
    edges[i] = sign * static_cast<int>(extents.at(i));
  }
  return Rect{rect.x - edges[0], rect.y - edges[2], rect.width + edges[0] + edges[1],
              rect.height + edges[2] + edges[3]};
}

struct AskedProgramWindow {
  xcb_get_property_cookie_t net_name, name, decoration, shadow;
  AskedRect rect;
};

AskedProgramWindow ask(const Connection& x, xcb_window_t window) {
  const auto property = [&](xcb_atom_t name, std::uint32_t units) {
    return xcb_get_property(x.xcb(), 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, units);
  };
  return {.net_name = property(x.atoms().net_wm_name, max_name_units),
          .name = property(XCB_ATOM_WM_NAME, max_name_units),
          .decoration = property(x.atoms().net_frame_extents, 4),
          .shadow = property(x.atoms().gtk_frame_extents, 4),
          .rect = ask_rect(x, window)};
}

}  // namespace

std::optional<std::vector<ProgramWindow>> windows_of(const Connection& x, std::uint32_t pid) {
  const auto own = of_process(x, clients(x), pid);
  std::vector<AskedProgramWindow> asked;
  for (const auto window : own) asked.push_back(ask(x, window));
  const auto focus = focus_of(x);
  std::vector<ProgramWindow> windows;
  for (std::size_t i = 0; i < own.size(); ++i) {
    const auto read = [&](xcb_get_property_cookie_t cookie) {
      return Reply<xcb_get_property_reply_t>(xcb_get_property_reply(x.xcb(), cookie, nullptr));
    };
    const auto net_name = read(asked[i].net_name), name = read(asked[i].name);
    const auto decoration = read(asked[i].decoration), shadow = read(asked[i].shadow);
    const auto rect = answered_rect(x, asked[i].rect);
    if (!rect) continue;
    ProgramWindow window{.id = own[i],
                         .title = title_of(property_of(net_name.get()), property_of(name.get()), x.atoms().utf8_string),
                         .places = {*rect},
                         .active = focus && focus->top == own[i]};
    for (const auto& place :
         {grown(*rect, property_of(decoration.get()), 1), grown(*rect, property_of(shadow.get()), -1)}) {
      if (place && *place != *rect) window.places.push_back(*place);
    }
    windows.push_back(std::move(window));
  }
  if (x.lost()) return std::nullopt;
  return windows;
}

}  // namespace interlock::platform::x11
