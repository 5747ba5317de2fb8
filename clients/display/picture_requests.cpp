// GetImage as the daemon's masked screenshot, and the colours of the one visual.
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "clients/display/picture.h"
#include "clients/display/requests.h"
#include "clients/display/setup.h"
#include "clients/members.h"

namespace interlock::display {
namespace {

constexpr int tries = 3;  ///< an application may be too busy to say in time what must be masked
constexpr std::chrono::milliseconds between_tries{200};

using Taken = tl::expected<Pixels, ipc::RpcError>;

json::object screenshot_of(Rect area) {
  return {{"region", {{"x", area.x}, {"y", area.y}, {"width", area.width}, {"height", area.height}}}};
}

asio::awaitable<Taken> take_once(Agent& agent, Rect area) {
  const auto reply = co_await agent.call("screenshot", screenshot_of(area));
  if (!reply) co_return tl::unexpected(reply.error());
  auto pixels = pixels_of(text_in(*reply, "data"));
  if (!pixels) co_return tl::unexpected(ipc::RpcError{0, "the picture cannot be read"});
  const bool whole =
      pixels->width == static_cast<unsigned>(area.width) && pixels->height == static_cast<unsigned>(area.height);
  if (!whole) co_return tl::unexpected(ipc::RpcError{0, "the picture has another size than asked for"});
  co_return std::move(*pixels);
}

/// A picture that is too large as PNG is taken in two halves.
asio::awaitable<Taken> take(Agent& agent, Rect area) {
  Taken taken = tl::unexpected(ipc::RpcError{});
  for (int i = 0; i < tries; ++i) {
    taken = co_await take_once(agent, area);
    if (taken || taken.error().code != ipc::error_code::not_available) break;
    asio::steady_timer pause(co_await asio::this_coro::executor, between_tries);
    boost::system::error_code ignored;
    co_await pause.async_wait(asio::redirect_error(asio::use_awaitable, ignored));
  }
  if (taken || taken.error().code != ipc::error_code::limit || area.height < 2) co_return taken;
  Rect upper = area, lower = area;
  upper.height = area.height / 2;
  lower.y += upper.height;
  lower.height -= upper.height;
  taken = co_await take(agent, upper);
  if (!taken) co_return taken;
  const auto rest = co_await take(agent, lower);
  if (!rest) co_return tl::unexpected(rest.error());
  taken->height += rest->height;
  taken->bytes += rest->bytes;
  co_return taken;
}

std::uint16_t wide(std::uint32_t byte) {
  return static_cast<std::uint16_t>((byte & 0xFF) * 0x101);
}

}  // namespace

asio::awaitable<Answer> get_image(Call call) {
  constexpr unsigned z_pixmap = 2;
  const WindowId id = call.in.u32();
  const Point at{call.in.i16(), call.in.i16()};
  const int width = call.in.u16(), height = call.in.u16();
  if (call.request.data != z_pixmap) co_return Fault{ErrorCode::implementation, call.request.data, "only ZPixmap"};
  if (const auto refusal = co_await call.display.hands.settle(call.client)) co_return done(refusal);
  const auto desktop = co_await call.display.view.desktop();
  if (!desktop) co_return no_answer(desktop.error());
  Rect area{at.x, at.y, width, height};
  if (id != desktop->root) {
    const auto windows = co_await call.display.view.windows();
    const auto* window = windows ? (*windows)->find(id) : nullptr;
    if (!window) co_return Fault{ErrorCode::drawable, id};
    area.x += window->rect.x;
    area.y += window->rect.y;
  }
  const bool inside = area.x >= 0 && area.y >= 0 && !area.empty() && area.x + area.width <= desktop->width &&
                      area.y + area.height <= desktop->height;
  if (!inside) co_return Fault{ErrorCode::match, id};
  auto taken = co_await take(call.display.agent, area);
  if (!taken) co_return no_answer("no picture: " + taken.error().message);
  constexpr std::uint8_t depth = 24;
  auto out = call.out();
  out.u32(visual_id).zeros(20).bytes(taken->bytes);
  co_return reply(depth, out);
}

asio::awaitable<Answer> query_colors(Call call) {
  call.in.skip(4);
  const std::size_t count = call.in.left() / 4;
  auto out = call.out();
  out.u16(static_cast<std::uint32_t>(count)).zeros(22);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint32_t pixel = call.in.u32();
    out.u16(wide(pixel >> 16)).u16(wide(pixel >> 8)).u16(wide(pixel)).zeros(2);
  }
  co_return reply(0, out);
}

asio::awaitable<Answer> alloc_color(Call call) {
  call.in.skip(4);
  const std::uint32_t red = call.in.u16() >> 8, green = call.in.u16() >> 8, blue = call.in.u16() >> 8;
  auto out = call.out();
  out.u16(wide(red)).u16(wide(green)).u16(wide(blue)).zeros(2).u32(red << 16 | green << 8 | blue);
  co_return reply(0, out);
}

asio::awaitable<Answer> list_installed_colormaps(Call call) {
  auto out = call.out();
  out.u16(1).zeros(22).u32(colormap_id);
  co_return reply(0, out);
}

}  // namespace interlock::display
