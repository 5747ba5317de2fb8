// Finds windows: the path under a point, the top-level window of a window.
#include <xcb/res.h>
#include <algorithm>

#include "platform/x11/tree.h"
#include "platform/x11/window_views.h"

namespace interlock::platform::x11 {
namespace {

constexpr std::size_t max_depth = 64;  ///< no desktop has a deeper window tree

xcb_get_property_cookie_t ask_state(const Connection& x, xcb_window_t window) {
  return xcb_get_property(x.xcb(), 0, window, x.atoms().wm_state, XCB_GET_PROPERTY_TYPE_ANY, 0, 0);
}

bool has_state(const Connection& x, xcb_get_property_cookie_t asked) {
  const Reply<xcb_get_property_reply_t> state(xcb_get_property_reply(x.xcb(), asked, nullptr));
  return state && state->type != XCB_ATOM_NONE;
}

}  // namespace

std::vector<xcb_window_t> children_of(const Connection& x, xcb_window_t window) {
  const Reply<xcb_query_tree_reply_t> tree(xcb_query_tree_reply(x.xcb(), xcb_query_tree(x.xcb(), window), nullptr));
  if (!tree) return {};
  const auto* first = xcb_query_tree_children(tree.get());
  return {first, first + xcb_query_tree_children_length(tree.get())};
}

xcb_window_t client_below(const Connection& x, xcb_window_t frame) {
  std::vector<xcb_window_t> level = {frame};
  for (int depth = 0; depth < 2; ++depth) {  // frame > client, or frame > inner frame > client
    std::vector<xcb_window_t> next;
    for (const auto parent : level) {
      const auto children = children_of(x, parent);
      next.insert(next.end(), children.begin(), children.end());
    }
    std::vector<xcb_get_property_cookie_t> asked;
    for (const auto window : next) asked.push_back(ask_state(x, window));
    xcb_window_t found = 0;
    for (std::size_t i = 0; i < next.size(); ++i) {
      if (has_state(x, asked[i]) && !found) found = next[i];
    }
    if (found) return found;
    level = std::move(next);
  }
  return 0;
}

std::optional<Path> descend(const Connection& x, Point at, const Path& guess) {
  Path path;
  if (at.x != static_cast<std::int16_t>(at.x) || at.y != static_cast<std::int16_t>(at.y)) return path;  // on no screen
  struct Level {
    xcb_window_t window;
    xcb_translate_coordinates_cookie_t below;
    xcb_get_property_cookie_t state;
  };
  std::vector<Level> asked;
  const auto ask = [&](xcb_window_t window) {
    asked.push_back({window,
                     xcb_translate_coordinates(x.xcb(), x.root(), window, static_cast<std::int16_t>(at.x),
                                               static_cast<std::int16_t>(at.y)),
                     ask_state(x, window)});
  };
  const auto forget_from = [&](std::size_t level) {
    for (std::size_t i = level; i < asked.size(); ++i) {
      xcb_discard_reply(x.xcb(), asked[i].below.sequence);
      xcb_discard_reply(x.xcb(), asked[i].state.sequence);
    }
    asked.resize(std::min(level, asked.size()));
  };
  ask(x.root());
  for (const auto window : guess.windows) ask(window);
  for (std::size_t level = 0; level < max_depth; ++level) {
    const Reply<xcb_translate_coordinates_reply_t> found(
        xcb_translate_coordinates_reply(x.xcb(), asked[level].below, nullptr));
    const bool client = has_state(x, asked[level].state);
    if (!found || found->child == XCB_WINDOW_NONE) forget_from(level + 1);
    if (!found) return std::nullopt;
    if (client && !path.client && !path.windows.empty()) path.client = path.windows.size() - 1;
    if (found->child == XCB_WINDOW_NONE) return path;
    path.windows.push_back(found->child);
    if (level + 1 < asked.size() && asked[level + 1].window == found->child) continue;
    forget_from(level + 1);
    ask(found->child);
  }
  forget_from(max_depth);
  return std::nullopt;
}

Top top_of(const Connection& x, xcb_window_t window) {
  Top top{.window = window, .managed = false};
  for (std::size_t depth = 0; depth < max_depth; ++depth) {
    const auto asked = xcb_query_tree(x.xcb(), top.window);
    const auto state = ask_state(x, top.window);
    const Reply<xcb_query_tree_reply_t> tree(xcb_query_tree_reply(x.xcb(), asked, nullptr));
    if (has_state(x, state)) return {top.window, true};
    if (!tree) return {};
    if (tree->parent == x.root() || tree->parent == XCB_WINDOW_NONE) return top;
    top.window = tree->parent;
  }
  return {};
}

AskedRect ask_rect(const Connection& x, xcb_window_t window) {
  return {xcb_get_geometry(x.xcb(), window), xcb_translate_coordinates(x.xcb(), window, x.root(), 0, 0)};
}

std::optional<Rect> answered_rect(const Connection& x, AskedRect asked) {
  const Reply<xcb_get_geometry_reply_t> size(xcb_get_geometry_reply(x.xcb(), asked.size, nullptr));
  const Reply<xcb_translate_coordinates_reply_t> place(xcb_translate_coordinates_reply(x.xcb(), asked.place, nullptr));
  if (!size || !place) return std::nullopt;
  return Rect{place->dst_x, place->dst_y, size->width, size->height};
}

xcb_res_query_client_ids_cookie_t ask_pid(const Connection& x, xcb_window_t window) {
  const xcb_res_client_id_spec_t spec{.client = window, .mask = XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID};
  return xcb_res_query_client_ids(x.xcb(), 1, &spec);
}

Known<std::uint32_t> answered_pid(const Connection& x, xcb_res_query_client_ids_cookie_t asked) {
  const Reply<xcb_res_query_client_ids_reply_t> ids(xcb_res_query_client_ids_reply(x.xcb(), asked, nullptr));
  if (!ids) return x.lost() ? Unknown::no_display : Unknown::disconnected;
  for (auto id = xcb_res_query_client_ids_ids_iterator(ids.get()); id.rem; xcb_res_client_id_value_next(&id)) {
    if ((id.data->spec.mask & XCB_RES_CLIENT_ID_MASK_LOCAL_CLIENT_PID) == 0) continue;
    if (xcb_res_client_id_value_value_length(id.data) < 1) continue;
    return *xcb_res_client_id_value_value(id.data);
  }
  return Unknown::unsupported;  // a client on another host
}

Known<std::uint32_t> pid_of(const Connection& x, xcb_window_t window) {
  return answered_pid(x, ask_pid(x, window));
}

std::optional<Focus> focus_of(const Connection& x) {
  const Reply<xcb_get_input_focus_reply_t> focus(
      xcb_get_input_focus_reply(x.xcb(), xcb_get_input_focus(x.xcb()), nullptr));
  if (!focus) return std::nullopt;
  if (focus->focus == XCB_INPUT_FOCUS_NONE) return Focus{};
  if (focus->focus == XCB_INPUT_FOCUS_POINTER_ROOT || focus->focus == x.root()) {
    // Keys go to the window under the pointer.
    const Reply<xcb_query_pointer_reply_t> pointer(
        xcb_query_pointer_reply(x.xcb(), xcb_query_pointer(x.xcb(), x.root()), nullptr));
    if (!pointer) return std::nullopt;
    const auto path = descend(x, {pointer->root_x, pointer->root_y});
    if (!path) return std::nullopt;
    if (path->windows.empty()) return Focus{};
    if (path->client) return Focus{path->receiver(), path->windows[*path->client]};
    return Focus{path->receiver(), path->hit()};
  }
  const auto top = top_of(x, focus->focus);
  if (!top.window) return std::nullopt;
  if (top.managed) return Focus{focus->focus, top.window};
  if (const auto client = client_below(x, top.window)) return Focus{focus->focus, client};
  const Reply<xcb_get_window_attributes_reply_t> attributes(
      xcb_get_window_attributes_reply(x.xcb(), xcb_get_window_attributes(x.xcb(), top.window), nullptr));
  if (!attributes) return std::nullopt;
  // Window managers park the focus on an invisible window of their own if no window shall have it.
  if (attributes->_class == XCB_WINDOW_CLASS_INPUT_ONLY || attributes->map_state != XCB_MAP_STATE_VIEWABLE) {
    return Focus{focus->focus, 0};
  }
  return Focus{focus->focus, top.window};
}

}  // namespace interlock::platform::x11
