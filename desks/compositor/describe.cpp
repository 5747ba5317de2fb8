#include "desks/compositor/describe.h"

#include "desks/compositor/popup.h"

namespace interlock::compositor {
namespace {

// Within the wire's limit, and whole characters.
std::string cut(const char* text, std::size_t most) {
  std::string whole = text ? text : "";
  if (whole.size() <= most) return whole;
  while (most > 0 && (static_cast<unsigned char>(whole[most]) & 0xC0U) == 0x80U) --most;
  whole.resize(most);
  return whole;
}

// The client's opaque region, in pixels of the screen.
std::vector<Rect> opaque_parts(const Window& window, const Screen& screen) {
  int count = 0;
  const auto* boxes = pixman_region32_rectangles(&window.surface()->opaque_region, &count);
  const auto origin = window.buffer_box();
  std::vector<Rect> parts;
  for (int at = 0; at < count && parts.size() < desk::limits::covers; ++at) {
    const auto& box = boxes[at];
    parts.push_back(screen.pixels_of({origin.x + box.x1, origin.y + box.y1, box.x2 - box.x1, box.y2 - box.y1}));
  }
  return parts;
}

desk::Window describe(const Stack::Popup& popup, const Window& window, const Screen& screen) {
  desk::Window facts;
  facts.id = popup.id;
  facts.pid = static_cast<std::uint32_t>(process_of(popup.popup->base->surface));
  facts.type = popup.popup->seat ? desk::WindowType::menu : desk::WindowType::popup;  // a seat: it asked for a grab
  facts.frame = facts.client = screen.pixels_of(popup_box(popup.popup->base->surface).value_or(wlr_box{}));
  facts.buffer = screen.pixels_of(popup_buffer_box(*popup.popup));
  facts.parent = window.id();
  facts.scale = facts.client_scale = screen.scale();
  facts.mapped = window.shown();
  return facts;
}

}  // namespace

desk::Window describe(const Window& window, const Stack& stack, const Screen& screen) {
  desk::Window facts;
  facts.id = window.id();
  facts.pid = static_cast<std::uint32_t>(process_of(window.surface()));
  facts.app_id = cut(window.toplevel()->app_id, desk::limits::name_bytes);
  facts.title = cut(window.toplevel()->title, desk::limits::text_bytes);
  const auto* parent = stack.of(window.toplevel()->parent);
  facts.type = parent ? desk::WindowType::dialog : desk::WindowType::normal;
  facts.frame = screen.pixels_of(window.frame_box());
  facts.buffer = screen.pixels_of(window.buffer_box());
  facts.client = screen.pixels_of(window.client_box());
  facts.parent = parent ? parent->id() : 0;
  facts.scale = facts.client_scale = screen.scale();
  facts.active = stack.active() == &window;
  facts.minimized = window.minimized();
  facts.maximized = window.maximized();
  facts.fullscreen = window.fullscreen();
  facts.mapped = window.mapped();
  if (window.shown()) facts.covers = opaque_parts(window, screen);
  return facts;
}

desk::Hit describe(const SurfaceHit& hit, const Stack& stack, const Screen& screen) {
  desk::Hit facts;
  if (hit.kind == HitKind::background) return facts;
  facts.kind = desk::HitKind::shell;
  if (hit.kind != HitKind::surface) return facts;
  facts.kind = desk::HitKind::window;
  facts.window = describe(*hit.window, stack, screen);
  if (hit.popup) facts.popup = screen.pixels_of(*hit.popup);
  facts.surface = screen.pixels_of(hit.surface_box);
  facts.receiver = static_cast<std::uint32_t>(process_of(hit.surface));
  return facts;
}

desk::WindowList describe(const Stack& stack, const Screen& screen) {
  desk::WindowList list;
  for (const auto* window : stack.in_order()) {
    if (list.windows.size() < desk::limits::windows) list.windows.push_back(describe(*window, stack, screen));
    for (const auto& popup : stack.popups()) {
      const bool own = popup->shown() && stack.of(popup->popup->base->surface) == window;
      if (own && list.windows.size() < desk::limits::windows) list.windows.push_back(describe(*popup, *window, screen));
    }
  }
  return list;
}

desk::FocusResult describe_focus(const Seat& seat, const Stack& stack, const Screen& screen) {
  desk::FocusResult facts;
  auto* surface = seat.keyboard_surface();
  const auto* window = stack.of(surface);
  if (!window) return facts;
  facts.window = describe(*window, stack, screen);
  if (const auto popup = popup_box(surface)) facts.popup = screen.pixels_of(*popup);
  return facts;
}

}  // namespace interlock::compositor
