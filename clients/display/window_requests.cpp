// Requests about windows: answered from the daemon's list, and changes as actions of their own.
#include "clients/display/requests.h"
#include "clients/display/setup.h"

namespace interlock::display {
namespace {

using Seen = tl::expected<std::shared_ptr<const Windows>, std::string>;

/// Width and height are at least 1 in X.
std::uint32_t extent(std::int32_t value) {
  return static_cast<std::uint32_t>(std::clamp(value, 1, 65535));
}

asio::awaitable<Answer> change(Call call, WindowChange change) {
  const WindowId window = call.in.u32();
  co_return co_await perform(call, ChangeWindow{window, change});
}

/// A parent without visible ancestors is not viewable; the daemon's `visible` covers that.
constexpr std::uint32_t unmapped = 0, viewable = 2;

}  // namespace

asio::awaitable<Answer> get_window_attributes(Call call) {
  const WindowId id = call.in.u32();
  const Seen seen = co_await call.display.view.windows();
  if (!seen) co_return no_answer(seen.error());
  const auto* window = (*seen)->find(id);
  if (!window) co_return Fault{ErrorCode::window, id};
  constexpr std::uint32_t input_output = 1, north_west = 1;
  auto out = call.out();
  out.u32(visual_id).u16(input_output).u8(0).u8(north_west).u32(0xFFFFFFFF).u32(0).u8(0).u8(1);
  out.u8(window->visible ? viewable : unmapped).u8(0).u32(colormap_id).u32(0).u32(0).u16(0).u16(0);
  co_return reply(0, out);
}

asio::awaitable<Answer> get_geometry(Call call) {
  const WindowId id = call.in.u32();
  const Seen seen = co_await call.display.view.windows();
  if (!seen) co_return no_answer(seen.error());
  const auto* window = (*seen)->find(id);
  if (!window) co_return Fault{ErrorCode::drawable, id};
  constexpr std::uint8_t depth = 24;
  auto out = call.out();
  out.u32((*seen)->root).i16(window->offset.x).i16(window->offset.y);
  out.u16(extent(window->rect.width)).u16(extent(window->rect.height)).u16(0);
  co_return reply(depth, out);
}

asio::awaitable<Answer> query_tree(Call call) {
  const WindowId id = call.in.u32();
  const Seen seen = co_await call.display.view.windows();
  if (!seen) co_return no_answer(seen.error());
  const auto* window = (*seen)->find(id);
  if (!window) co_return Fault{ErrorCode::window, id};
  auto out = call.out();
  out.u32((*seen)->root).u32(window->parent).u16(static_cast<std::uint32_t>(window->children.size())).zeros(14);
  for (const WindowId child : window->children) out.u32(child);
  co_return reply(0, out);
}

asio::awaitable<Answer> translate_coordinates(Call call) {
  const WindowId from = call.in.u32(), to = call.in.u32();
  const Point at{call.in.i16(), call.in.i16()};
  const Seen seen = co_await call.display.view.windows();
  if (!seen) co_return no_answer(seen.error());
  const auto *source = (*seen)->find(from), *target = (*seen)->find(to);
  if (!source || !target) co_return Fault{ErrorCode::window, source ? to : from};
  const Point root{source->rect.x + at.x, source->rect.y + at.y};
  WindowId child = 0;
  for (const WindowId id : target->children) {
    const auto* window = (*seen)->find(id);
    if (window && window->visible && window->rect.contains(root)) child = id;
  }
  auto out = call.out();
  out.u32(child).i16(root.x - target->rect.x).i16(root.y - target->rect.y);
  co_return reply(1, out);
}

asio::awaitable<Answer> destroy_window(Call call) {
  const WindowId window = call.in.u32();
  co_return co_await perform(call, CloseWindow{window});
}

asio::awaitable<Answer> kill_client(Call call) {
  const WindowId window = call.in.u32();
  if (window == 0) co_return Answer{};  // AllTemporary
  co_return co_await perform(call, CloseWindow{window, true});
}

asio::awaitable<Answer> map_window(Call call) {
  return change(call, WindowChange::map);
}

asio::awaitable<Answer> unmap_window(Call call) {
  return change(call, WindowChange::unmap);
}

asio::awaitable<Answer> configure_window(Call call) {
  constexpr unsigned x = 1, y = 2, width = 4, height = 8, border = 16, sibling = 32, stack = 64;
  const WindowId id = call.in.u32();
  const unsigned mask = call.in.u16();
  call.in.skip(2);
  const auto value = [&](unsigned bit) { return (mask & bit) != 0 ? std::optional(call.in.i32()) : std::nullopt; };
  const auto to_x = value(x), to_y = value(y), to_width = value(width), to_height = value(height);
  (void)value(border);
  (void)value(sibling);
  const auto mode = value(stack);
  if (!call.in.good()) co_return Fault{ErrorCode::length};
  const Seen seen = co_await call.display.view.windows();
  if (!seen) co_return no_answer(seen.error());
  const auto* window = (*seen)->find(id);
  if (!window) co_return Fault{ErrorCode::window, id};
  if (to_x || to_y) {
    const Point to{to_x.value_or(window->rect.x), to_y.value_or(window->rect.y)};
    const Answer moved = co_await perform(call, MoveWindow{id, to});
    if (std::holds_alternative<Fault>(moved)) co_return moved;
  }
  if (to_width || to_height) {
    const Answer sized = co_await perform(call, ResizeWindow{id, to_width.value_or(0), to_height.value_or(0)});
    if (std::holds_alternative<Fault>(sized)) co_return sized;
  }
  if (!mode) co_return Answer{};
  if (*mode != 0) co_return Fault{ErrorCode::access, id, "windows can only be raised"};
  co_return co_await perform(call, ChangeWindow{id, WindowChange::raise});
}

asio::awaitable<Answer> set_input_focus(Call call) {
  const WindowId window = call.in.u32();
  if (window <= 1) co_return Answer{};  // None, PointerRoot
  co_return co_await perform(call, ChangeWindow{window, WindowChange::focus});
}

asio::awaitable<Answer> get_input_focus(Call call) {
  // Clients use it to wait for earlier requests, so it costs no question where nothing has been done since.
  const auto desktop = co_await call.display.view.focus();
  auto out = call.out();
  out.u32(desktop);
  constexpr std::uint8_t revert_to_parent = 2;
  co_return reply(revert_to_parent, out);
}

}  // namespace interlock::display
