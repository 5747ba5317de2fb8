#include "clients/display/setup.h"

#include <algorithm>

#include "clients/display/framing.h"
#include "clients/display/keyboard.h"

namespace interlock::display {
namespace {

constexpr std::uint32_t release = 12101000;  ///< as X.Org writes its version; clients only print it
// The ids that clients give to their own resources: the last client of a server with 256, where real windows are rare.
constexpr std::uint32_t id_base = 0x1FE00000;
constexpr std::uint32_t id_mask = 0x001FFFFF;
constexpr std::string_view vendor = "interlock";

std::size_t padded(std::size_t size) {
  return (size + 3) / 4 * 4;
}

void write_formats(Writer& out) {
  struct Format {
    unsigned depth, bits;
  };
  for (const auto& [depth, bits] : {Format{1, 1}, Format{8, 8}, Format{24, 32}, Format{32, 32}})
    out.u8(depth).u8(bits).u8(32).zeros(5);
}

void write_screen(Writer& out, const ScreenFacts& screen) {
  constexpr double millimetres = 25.4 / 96;
  out.u32(screen.root).u32(colormap_id).u32(0xFFFFFF).u32(0).u32(0);
  out.u16(screen.width).u16(screen.height);
  out.u16(static_cast<std::uint32_t>(screen.width * millimetres))
      .u16(static_cast<std::uint32_t>(screen.height * millimetres));
  out.u16(1).u16(1).u32(visual_id).u8(0).u8(0).u8(24).u8(3);
  out.u8(24).u8(0).u16(1).zeros(4);
  out.u32(visual_id).u8(4).u8(8).u16(256).u32(0xFF0000).u32(0x00FF00).u32(0x0000FF).zeros(4);  // TrueColor
  for (const unsigned depth : {1U, 32U}) out.u8(depth).zeros(7);                               // without visuals
}

}  // namespace

std::optional<SetupRequest> take_setup(std::string& bytes, bool& broken) {
  if (bytes.empty()) return std::nullopt;
  broken = bytes.front() != 'l' && bytes.front() != 'B';
  if (broken || bytes.size() < 12) return std::nullopt;
  SetupRequest setup;
  setup.order = bytes.front() == 'l' ? Order::little : Order::big;
  Reader in(bytes, setup.order);
  in.skip(2);
  setup.major = in.u16();
  in.skip(2);
  const std::size_t name = in.u16(), data = in.u16();
  in.skip(2);
  broken = name > 256 || data > 1024;
  if (broken || bytes.size() < 12 + padded(name) + padded(data)) return std::nullopt;
  setup.protocol = in.bytes(name);
  in.skip(padded(name) - name);
  setup.data = in.bytes(data);
  bytes.erase(0, 12 + padded(name) + padded(data));
  return setup;
}

std::string accepted(Order order, const ScreenFacts& screen) {
  Writer body(order);
  body.u32(release).u32(id_base).u32(id_mask).u32(0).u16(vendor.size()).u16(longest_request);
  body.u8(1).u8(4).u8(0).u8(0).u8(32).u8(32).u8(first_keycode).u8(last_keycode).zeros(4);
  body.bytes(vendor).pad();
  write_formats(body);
  write_screen(body, screen);
  return Writer(order).u8(1).u8(0).u16(11).u16(0).u16(body.text().size() / 4).bytes(body.text()).take();
}

std::string refused(Order order, std::string_view reason) {
  reason = reason.substr(0, 255);
  Writer body(order);
  body.bytes(reason).pad();
  return Writer(order).u8(0).u8(reason.size()).u16(11).u16(0).u16(body.text().size() / 4).bytes(body.text()).take();
}

}  // namespace interlock::display
