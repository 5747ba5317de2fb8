// XFIXES: the image of the cursor, which clients paint into their pictures. The daemon does not report the real one, so
// it is always this arrow.
#include <array>

#include "clients/display/extensions.h"

namespace interlock::display {
namespace {

constexpr unsigned arrow_width = 8;
constexpr std::array<std::string_view, 13> arrow = {"#       ", "##      ", "#.#     ", "#..#    ", "#...#   ",
                                                    "#....#  ", "#.....# ", "#......#", "#...####", "#.#.#   ",
                                                    "##  #.# ", "#   #.# ", "     #  "};

void write_image(Writer& out) {
  for (const auto row : arrow) {
    for (const char pixel : row) out.u32(pixel == '#' ? 0xFF000000 : pixel == '.' ? 0xFFFFFFFF : 0);
  }
}

}  // namespace

asio::awaitable<Answer> xfixes_request(Call call) {
  enum : std::uint8_t { query_version = 0, select_cursor_input = 3, get_image = 4, get_image_and_name = 25 };
  auto out = call.out();
  switch (call.request.data) {
    case query_version:
      out.u32(4).u32(0);
      co_return reply(0, out);
    case select_cursor_input:
      co_return Answer{};
    case get_image:
    case get_image_and_name: {
      const auto desktop = co_await call.display.view.desktop();
      if (!desktop) co_return no_answer(desktop.error());
      const Point at = call.display.hands.aimed().value_or(desktop->pointer);
      out.i16(at.x).i16(at.y).u16(arrow_width).u16(arrow.size()).u16(0).u16(0).u32(1);
      if (call.request.data == get_image_and_name) {
        out.u32(atom::none).u16(0).zeros(2);
      } else {
        out.zeros(8);
      }
      write_image(out);
      co_return reply(0, out);
    }
    default:
      co_return Fault{ErrorCode::request};
  }
}

}  // namespace interlock::display
