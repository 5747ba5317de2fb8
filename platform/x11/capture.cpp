#include "platform/x11/capture.h"

#include <X11/Xutil.h>
#include <X11/extensions/Xfixes.h>
#include <X11/extensions/shape.h>
#include <algorithm>
#include <map>

#include "platform/x11/tree.h"

namespace interlock::platform::x11 {
namespace {

Rect overlap(const Rect& a, const Rect& b) {
  const auto x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  return {x, y, std::min(a.x + a.width, b.x + b.width) - x, std::min(a.y + a.height, b.y + b.height) - y};
}

std::optional<Rect> screen_rect(const Connection& x) {
  const Reply<xcb_get_geometry_reply_t> root(
      xcb_get_geometry_reply(x.xcb(), xcb_get_geometry(x.xcb(), x.root()), nullptr));
  if (!root) return std::nullopt;
  return Rect{0, 0, root->width, root->height};
}

bool is_composited(const Connection& x) {
  const std::string name = "_NET_WM_CM_S" + std::to_string(DefaultScreen(x.display()));
  return XGetSelectionOwner(x.display(), XInternAtom(x.display(), name.c_str(), False)) != 0;
}

/// The parts of a window's shape, in root pixels; all of the window if the server does not support shapes.
std::vector<Rect> shape_of(const Connection& x, xcb_window_t window, const Rect& outer, int border, bool shapes) {
  int count = 0, order = 0;
  XRectangle* parts = shapes ? XShapeGetRectangles(x.display(), window, ShapeBounding, &count, &order) : nullptr;
  if (parts == nullptr) return shapes ? std::vector<Rect>{} : std::vector<Rect>{outer};
  std::vector<Rect> shape;
  for (int i = 0; i < count; ++i) {
    // Relative to the inside of the border.
    const Rect part{outer.x + border + parts[i].x, outer.y + border + parts[i].y, parts[i].width, parts[i].height};
    shape.push_back(overlap(part, outer));
  }
  XFree(parts);
  return shape;
}

struct Asked {
  xcb_window_t window;
  xcb_window_t client;
  xcb_get_window_attributes_cookie_t attributes;
  xcb_get_geometry_cookie_t geometry;
  xcb_get_property_cookie_t opacity;
  AskedRect client_rect;
};

/// The stack of windows now. `clients`: the applications' windows in the frames, as known before.
std::optional<std::vector<Surface>> surfaces(const Connection& x, const std::map<xcb_window_t, xcb_window_t>& clients) {
  auto* c = x.xcb();
  int event = 0, error = 0;
  const bool shapes = XShapeQueryExtension(x.display(), &event, &error) != 0;
  const bool composited = is_composited(x);
  const auto opacity = static_cast<xcb_atom_t>(XInternAtom(x.display(), "_NET_WM_WINDOW_OPACITY", False));
  std::vector<Asked> asked;
  for (const auto window : children_of(x, x.root())) {
    const auto known = clients.find(window);
    const auto client = known == clients.end() || known->second == 0 ? window : known->second;
    asked.push_back({window, client, xcb_get_window_attributes(c, window), xcb_get_geometry(c, window),
                     xcb_get_property(c, 0, window, opacity, XCB_ATOM_CARDINAL, 0, 1), ask_rect(x, client)});
  }
  std::vector<Surface> stack;
  for (const Asked& each : asked) {
    const Reply<xcb_get_window_attributes_reply_t> attributes(
        xcb_get_window_attributes_reply(c, each.attributes, nullptr));
    const Reply<xcb_get_geometry_reply_t> geometry(xcb_get_geometry_reply(c, each.geometry, nullptr));
    const Reply<xcb_get_property_reply_t> translucent(xcb_get_property_reply(c, each.opacity, nullptr));
    const auto client_rect = answered_rect(x, each.client_rect);
    if (!attributes || !geometry || !client_rect) continue;
    if (attributes->map_state != XCB_MAP_STATE_VIEWABLE || attributes->_class != XCB_WINDOW_CLASS_INPUT_OUTPUT)
      continue;
    const int border = geometry->border_width;
    const Rect outer{geometry->x, geometry->y, geometry->width + 2 * border, geometry->height + 2 * border};
    Surface surface{.id = each.window, .client = each.client, .rect = outer, .client_rect = *client_rect, .covers = {}};
    const bool has_opacity = translucent && translucent->type != XCB_ATOM_NONE;
    if (!composited || (geometry->depth <= 24 && !has_opacity)) {
      surface.covers = shape_of(x, each.window, outer, border, shapes);
    }
    stack.push_back(std::move(surface));
  }
  if (x.lost()) return std::nullopt;
  return stack;
}

std::optional<CursorImage> take_cursor(const Connection& x) {
  int event = 0, error = 0;
  if (!XFixesQueryExtension(x.display(), &event, &error)) return std::nullopt;
  XFixesCursorImage* cursor = XFixesGetCursorImage(x.display());
  if (cursor == nullptr) return std::nullopt;
  CursorImage taken{.image = {cursor->width, cursor->height, {}},
                    .at = {cursor->x - cursor->xhot, cursor->y - cursor->yhot}};
  const auto count = std::size_t{cursor->width} * cursor->height;
  taken.image.pixels.reserve(count);
  for (std::size_t i = 0; i < count; ++i) taken.image.pixels.push_back(static_cast<std::uint32_t>(cursor->pixels[i]));
  XFree(cursor);
  return taken;
}

/// The windows in the frames are looked up before the grab, since each takes several requests.
std::map<xcb_window_t, xcb_window_t> clients_below(const Connection& x) {
  std::map<xcb_window_t, xcb_window_t> clients;
  for (const auto window : children_of(x, x.root())) clients[window] = client_below(x, window);
  return clients;
}

}  // namespace

Known<Capture> capture(const Connection& x, std::optional<Rect> area, bool cursor) {
  const auto clients = clients_below(x);
  Capture taken;
  {
    const ServerGrab still(x);
    const auto screen = screen_rect(x);
    if (!screen) return Unknown::no_display;
    taken.area = area ? overlap(*area, *screen) : *screen;
    if (taken.area.empty()) return none;
    auto stack = surfaces(x, clients);
    auto image = stack ? grab_image(x, taken.area) : std::nullopt;
    if (!image) return x.lost() ? Unknown::no_display : Unknown::unsupported;
    taken.surfaces = std::move(*stack);
    taken.image = std::move(*image);
    if (cursor) taken.cursor = take_cursor(x);
  }
  if (x.lost()) return Unknown::no_display;
  return taken;
}

}  // namespace interlock::platform::x11
