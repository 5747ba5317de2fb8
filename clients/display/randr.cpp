// RANDR 1.5 as far as clients ask for the screens: one output with one mode, as large as the screen.
#include "clients/display/extensions.h"

namespace interlock::display {
namespace {

constexpr std::uint32_t crtc_id = 0x40, output_id = 0x41, mode_id = 0x42;
constexpr std::string_view output_name = "screen", mode_name = "current";
constexpr std::uint16_t rotate_0 = 1;

std::uint32_t millimetres(unsigned pixels) {
  return static_cast<std::uint32_t>(pixels * 25.4 / 96);
}

void screen_resources(Writer& out, const DesktopView& desktop) {
  out.u32(0).u32(0).u16(1).u16(1).u16(1).u16(mode_name.size()).zeros(8);
  out.u32(crtc_id).u32(output_id);
  out.u32(mode_id).u16(desktop.width).u16(desktop.height).u32(desktop.width * desktop.height * 60U);
  out.u16(desktop.width).u16(desktop.width).u16(desktop.width).u16(0);
  out.u16(desktop.height).u16(desktop.height).u16(desktop.height).u16(mode_name.size()).u32(0);
  out.bytes(mode_name).pad();
}

void output_info(Writer& out, const DesktopView& desktop) {
  constexpr std::uint8_t connected = 0, unknown_subpixels = 0;
  out.u32(0).u32(crtc_id).u32(millimetres(desktop.width)).u32(millimetres(desktop.height));
  out.u8(connected).u8(unknown_subpixels).u16(1).u16(1).u16(1).u16(0).u16(output_name.size());
  out.u32(crtc_id).u32(mode_id).bytes(output_name).pad();
}

void crtc_info(Writer& out, const DesktopView& desktop) {
  out.u32(0).i16(0).i16(0).u16(desktop.width).u16(desktop.height).u32(mode_id).u16(rotate_0).u16(rotate_0);
  out.u16(1).u16(1).u32(output_id).u32(output_id);
}

void monitors(Writer& out, const DesktopView& desktop, Atom name) {
  out.u32(0).u32(1).u32(1).zeros(12);
  out.u32(name).u8(1).u8(1).u16(1).i16(0).i16(0).u16(desktop.width).u16(desktop.height);
  out.u32(millimetres(desktop.width)).u32(millimetres(desktop.height)).u32(output_id);
}

}  // namespace

asio::awaitable<Answer> randr_request(Call call) {
  enum : std::uint8_t {
    query_version = 0,
    select_input = 4,
    get_size_range = 6,
    get_resources = 8,
    get_output_info = 9,
    list_output_properties = 10,
    get_output_property = 15,
    get_crtc_info = 20,
    get_resources_current = 25,
    get_primary = 31,
    get_providers = 32,
    get_monitors = 42
  };
  const auto desktop = co_await call.display.view.desktop();
  if (!desktop) co_return no_answer(desktop.error());
  auto out = call.out();
  switch (call.request.data) {
    case query_version:
      out.u32(1).u32(5);
      break;
    case select_input:
      co_return Answer{};
    case get_size_range:
      out.u16(desktop->width).u16(desktop->height).u16(desktop->width).u16(desktop->height);
      break;
    case get_resources:
    case get_resources_current:
      screen_resources(out, *desktop);
      break;
    case get_output_info:
      output_info(out, *desktop);
      break;
    case get_crtc_info:
      crtc_info(out, *desktop);
      break;
    case get_primary:
      out.u32(output_id);
      break;
    case list_output_properties:
    case get_output_property:
    case get_providers:
      break;
    case get_monitors:
      monitors(out, *desktop, call.display.atoms.intern(output_name));
      break;
    default:
      co_return Fault{ErrorCode::access, call.request.data, "the screens cannot be changed"};
  }
  co_return reply(0, out);
}

}  // namespace interlock::display
