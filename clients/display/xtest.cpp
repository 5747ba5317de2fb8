// XTEST 2.2: input as the core keyboard and pointer give it.
#include "clients/display/extensions.h"

namespace interlock::display {
namespace {

constexpr std::uint8_t key_press = 2, key_release = 3, button_press = 4, button_release = 5, motion_notify = 6;

asio::awaitable<Answer> fake_input(Call call) {
  Reader& in = call.in;
  const std::uint8_t type = in.u8() & 0x7F, detail = in.u8();
  in.skip(2);
  (void)in.u32();  // a delay before the event: clients wait themselves
  in.skip(12);     // root and padding
  const Point at{in.i16(), in.i16()};
  if (!in.good()) co_return Fault{ErrorCode::length};
  auto& hands = call.display.hands;
  const bool relative = detail != 0;
  switch (type) {
    case key_press:
    case key_release:
      if (detail < first_keycode) co_return Fault{ErrorCode::value, detail};
      co_return done(co_await hands.key(call.client, detail, call.display.keyboard.symbols(detail), type == key_press));
    case button_press:
    case button_release:
      co_return done(co_await hands.button(call.client, detail, type == button_press));
    case motion_notify:
      if (relative) co_return done(co_await hands.motion_by(call.client, at));
      co_return done(co_await hands.motion(call.client, at));
    default:
      co_return Fault{ErrorCode::value, type};
  }
}

}  // namespace

asio::awaitable<Answer> xtest_request(Call call) {
  enum : std::uint8_t { get_version, compare_cursor, fake, grab_control };
  auto out = call.out();
  switch (call.request.data) {
    case get_version:
      out.u16(2);
      co_return reply(2, out);
    case compare_cursor:
      co_return reply(0, out);
    case fake:
      co_return co_await fake_input(call);
    case grab_control:
      co_return Answer{};
    default:
      co_return Fault{ErrorCode::request};
  }
}

}  // namespace interlock::display
