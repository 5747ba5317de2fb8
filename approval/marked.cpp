#include "approval/marked.h"

#include <cstdio>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include "values/utf8.h"

namespace interlock::approval {

namespace {

constexpr UChar32 open_bracket = 0x27E8, close_bracket = 0x27E9;

bool is_plain(UChar32 c) {
  if (c == '\n' || c == ' ') return true;
  if (c == open_bracket || c == close_bracket) return false;
  if (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) || u_isUWhiteSpace(c)) return false;
  return (U_MASK(u_charType(c)) & (U_GC_C_MASK | U_GC_Z_MASK)) == 0;
}

std::string mark(const char* form, unsigned value) {
  char digits[16];
  std::snprintf(digits, sizeof digits, form, value);
  return "⟨" + std::string(digits) + "⟩";
}

}  // namespace

std::string marked(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t length = utf8_sequence(text);
    if (length == 0) {
      out += mark("x%02X", static_cast<unsigned char>(text.front()));
      text.remove_prefix(1);
      continue;
    }
    UChar32 c = 0;
    std::size_t at = 0;
    U8_NEXT_UNSAFE(text.data(), at, c);
    out += is_plain(c) ? std::string(text.substr(0, length)) : mark("U+%04X", static_cast<unsigned>(c));
    text.remove_prefix(length);
  }
  return out;
}

}  // namespace interlock::approval
