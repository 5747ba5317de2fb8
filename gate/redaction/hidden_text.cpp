#include "gate/redaction/hidden_text.h"

#include <unicode/utf8.h>

namespace interlock::gate {
namespace {

constexpr UChar32 black_flag = 0x1F3F4;
constexpr std::size_t longest_flag = 7;  // the tags of a flag, including the closing one
constexpr std::size_t shortest_run = 3;

bool is_tag(UChar32 c) {
  return c >= 0xE0000 && c <= 0xE007F;
}

bool is_override(UChar32 c) {
  return c == 0x202D || c == 0x202E;
}

bool has_no_width(UChar32 c) {
  return (c >= 0x200B && c <= 0x200F) || (c >= 0x2060 && c <= 0x2064) || c == 0xFEFF || c == 0x180E || c == 0x034F ||
         (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF);
}

}  // namespace

std::vector<Redaction> find_hidden_text(std::string_view text) {
  std::vector<Redaction> found;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<int32_t>(text.size());
  std::size_t begin = 0;  // of the run
  std::size_t run = 0;
  bool surely = false;
  bool only_tags = false;
  UChar32 before = 0;  // the character before the run
  UChar32 last = 0;
  const auto close = [&](std::size_t end) {
    const bool flag = only_tags && before == black_flag && run <= longest_flag && last == 0xE007F;
    if (run > 0 && !flag && (surely || run >= shortest_run))
      found.push_back({RedactionCategory::hidden_text, begin, end});
    run = 0;
  };
  for (int32_t i = 0; i < size;) {
    const auto at = static_cast<std::size_t>(i);
    UChar32 c = 0;
    U8_NEXT_OR_FFFD(bytes, i, size, c);
    if (!is_tag(c) && !is_override(c) && !has_no_width(c)) {
      close(at);
      before = c;
      continue;
    }
    if (run == 0) {
      begin = at;
      surely = false;
      only_tags = true;
    }
    ++run;
    surely = surely || is_tag(c) || is_override(c);
    only_tags = only_tags && is_tag(c);
    last = c;
  }
  close(text.size());
  return found;
}

}  // namespace interlock::gate
