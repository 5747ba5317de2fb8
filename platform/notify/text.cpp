#include "platform/notify/text.h"

#include <vector>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

namespace interlock::platform::notify {
namespace {

/// No language puts more marks on one letter; more would only cover the lines around it.
constexpr int marks_on_a_letter = 3;

constexpr UChar32 replacement = 0xFFFD;

bool is_mark(UChar32 c) {
  return (U_GET_GC_MASK(c) & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0;
}

bool is_invisible(UChar32 c) {
  // Filler letters are invisible although Unicode counts them as letters.
  if (c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800) return true;
  return (U_GET_GC_MASK(c) & (U_GC_C_MASK)) != 0 || u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT);
}

void append(std::string& text, UChar32 c) {
  char bytes[U8_MAX_LENGTH];
  int32_t length = 0;
  U8_APPEND_UNSAFE(bytes, length, c);
  text.append(bytes, static_cast<std::size_t>(length));
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

std::string visible_line(std::string_view text, std::size_t characters) {
  std::vector<UChar32> kept;
  int marks = 0;
  const auto length = static_cast<int32_t>(text.size());
  for (int32_t at = 0; at < length && kept.size() <= characters;) {
    UChar32 c = 0;
    U8_NEXT(text.data(), at, length, c);
    if (c < 0) c = replacement;
    if (u_isUWhiteSpace(c)) c = ' ';
    if (c == ' ' && (kept.empty() || kept.back() == ' ')) continue;
    if (c != ' ' && is_invisible(c)) continue;
    marks = is_mark(c) ? marks + 1 : 0;
    if (marks > marks_on_a_letter) continue;
    kept.push_back(c);
  }
  if (kept.size() > characters) {
    kept.resize(characters - 1);
    kept.push_back(0x2026);
  }
  if (!kept.empty() && kept.back() == ' ') kept.pop_back();
  std::string line;
  for (const UChar32 c : kept) append(line, c);
  return line;
}

Text render(const Prompt& prompt, const Style& style) {
  Text text{visible_line(prompt.title, summary_characters), ""};
  const bool by_button = !prompt.offer.empty() || (style.buttons && prompt.can_approve);
  const std::string answer =
      by_button ? "" : "Answer: " + prompt.approve_by + " " + prompt.id + " (closing this denies)";
  const std::size_t limit = answer.empty() ? body_lines : body_lines - 1;
  std::vector<std::string> lines;
  const std::string body = prompt.notice.empty() ? prompt.body : prompt.notice + ".\n" + prompt.body;
  std::string_view rest = body;
  while (!rest.empty() && lines.size() < limit) {
    const auto end = rest.find('\n');
    if (std::string line = visible_line(rest.substr(0, end), line_characters); !line.empty()) lines.push_back(line);
    rest = end == std::string_view::npos ? "" : rest.substr(end + 1);
  }
  if (!answer.empty()) lines.push_back(visible_line(answer, line_characters));
  for (const auto& line : lines) {
    if (!text.body.empty()) text.body += '\n';
    text.body += style.markup ? escaped(line) : line;
  }
  return text;
}

}  // namespace interlock::platform::notify
