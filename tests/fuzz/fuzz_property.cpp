// Window properties of any type, format and bytes, as any client may write them. The text read from them is valid UTF-8
// and not longer than the property.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "platform/x11/property.h"
#include "platform/x11/property_text.h"
#include "platform/x11/unicode.h"

namespace {

namespace x11 = interlock::platform::x11;

void must(bool holds) {
  if (!holds) std::abort();
}

void must_be_text(const std::string& text, std::size_t bytes) {
  must(x11::code_points(text).has_value() && text.find('\0') == std::string::npos && text.size() <= 3 * bytes);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 2) return 0;
  constexpr std::uint8_t formats[] = {8, 16, 32, 0};
  constexpr std::uint32_t utf8_string = 300;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
  const std::string_view front = bytes.substr(0, bytes.size() / 2), back = bytes.substr(bytes.size() / 2);
  const x11::Property one{data[0] % 2 ? utf8_string : 31U, formats[data[1] % 4], front};
  const x11::Property other{data[0] % 3 ? utf8_string : 31U, formats[data[1] / 4 % 4], back};

  must_be_text(x11::title_of(one, other, utf8_string), size);
  must_be_text(x11::class_property(one.text()), size);
  must_be_text(x11::utf8_property(bytes), size);
  must_be_text(x11::latin1_property(bytes), size);
  const std::vector<std::pair<std::uint32_t, std::string>> names = {{0x20202020, "menu"}, {1, "dialog"}, {0, "dock"}};
  must(!x11::type_of(one, names, data[0] % 5 == 0).empty());
  const auto former = x11::former_names(one);
  must(!former.empty() && former.size() <= x11::most_former_names);
  for (const auto& was : former) must_be_text(was.wm_class + was.title, size);
  if (const auto steps = x11::steps_of(one)) must(one.count() > 10);
  must(one.holds(one.first().value_or(0)) == (one.count() > 0));
  if (const auto text = x11::code_points(bytes)) {
    std::string again;
    for (const auto character : *text) {
      again += x11::utf8(character);
      x11::keysym_of(character);
    }
    must(again == bytes);
  }
  return 0;
}
