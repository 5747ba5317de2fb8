#include "platform/x11/prompt_text.h"

#include <algorithm>

namespace interlock::platform::x11 {

namespace {

constexpr std::size_t most_fonts = 12;
constexpr std::string_view ellipsis = "…";

const FcChar8* bytes(std::string_view text) {
  return reinterpret_cast<const FcChar8*>(text.data());
}

/// The character at the front, and how many bytes it takes.
std::pair<FcChar32, std::size_t> first_of(std::string_view text) {
  FcChar32 character = 0;
  const int length = FcUtf8ToUcs4(bytes(text), &character, static_cast<int>(text.size()));
  if (length <= 0) return {0xFFFD, 1};
  return {character, static_cast<std::size_t>(length)};
}

/// A character less, or the spaces before the word that was cut.
std::string_view shortened(std::string_view text) {
  do {
    text.remove_suffix(1);
  } while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80);
  if (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80) != 0) text.remove_suffix(1);
  return text;
}

}  // namespace

PromptText::PromptText(Display* display, const std::string& pattern) : display_(display), pattern_(pattern) {
  if (XftFont* font = XftFontOpenName(display_, DefaultScreen(display_), pattern_.c_str())) fonts_.push_back(font);
}

PromptText::~PromptText() {
  for (XftFont* font : fonts_) XftFontClose(display_, font);
}

int PromptText::line_height() const {
  return fonts_.front()->ascent + fonts_.front()->descent + 3;
}

int PromptText::ascent() const {
  return fonts_.front()->ascent;
}

XftFont* PromptText::font_for(FcChar32 character) {
  for (XftFont* font : fonts_) {
    if (XftCharExists(display_, font, character)) return font;
  }
  if (fonts_.size() >= most_fonts) return fonts_.front();
  FcPattern* wanted = FcNameParse(bytes(pattern_));
  FcCharSet* one = FcCharSetCreate();
  FcCharSetAddChar(one, character);
  FcPatternAddCharSet(wanted, FC_CHARSET, one);
  FcConfigSubstitute(nullptr, wanted, FcMatchPattern);
  XftDefaultSubstitute(display_, DefaultScreen(display_), wanted);
  FcResult result = FcResultNoMatch;
  FcPattern* found = FcFontMatch(nullptr, wanted, &result);
  FcCharSetDestroy(one);
  FcPatternDestroy(wanted);
  XftFont* font = found != nullptr ? XftFontOpenPattern(display_, found) : nullptr;
  if (font == nullptr) {
    if (found != nullptr) FcPatternDestroy(found);
    return fonts_.front();
  }
  fonts_.push_back(font);
  return XftCharExists(display_, font, character) ? font : fonts_.front();
}

template <class Visit>
void PromptText::each_run(std::string_view text, Visit visit) {
  while (!text.empty()) {
    auto [character, length] = first_of(text);
    XftFont* font = font_for(character);
    while (length < text.size()) {
      const auto [next, more] = first_of(text.substr(length));
      if (font_for(next) != font) break;
      length += more;
    }
    visit(font, text.substr(0, length));
    text.remove_prefix(length);
  }
}

int PromptText::width(std::string_view text) {
  int all = 0;
  each_run(text, [&](XftFont* font, std::string_view run) {
    XGlyphInfo extents{};
    XftTextExtentsUtf8(display_, font, bytes(run), static_cast<int>(run.size()), &extents);
    all += extents.xOff;
  });
  return all;
}

void PromptText::draw(XftDraw* onto, const XftColor& colour, int x, int baseline, std::string_view text) {
  each_run(text, [&](XftFont* font, std::string_view run) {
    XftDrawStringUtf8(onto, &colour, font, x, baseline, bytes(run), static_cast<int>(run.size()));
    XGlyphInfo extents{};
    XftTextExtentsUtf8(display_, font, bytes(run), static_cast<int>(run.size()), &extents);
    x += extents.xOff;
  });
}

std::vector<std::string> PromptText::lines(std::string_view text, int wide, std::size_t most) {
  std::vector<std::string> all;
  while (!text.empty()) {
    std::string_view line = text;
    while (line.size() > 1 && width(line) > wide) {
      const auto space = line.rfind(' ');
      line = space == std::string_view::npos || space == 0 ? shortened(line) : line.substr(0, space);
    }
    if (line.empty()) line = text.substr(0, first_of(text).second);
    text.remove_prefix(line.size());
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    all.emplace_back(line);
    if (all.size() < most || text.empty()) continue;
    std::string& last = all.back();
    while (!last.empty() && width(last + std::string(ellipsis)) > wide) last = std::string(shortened(last));
    last += ellipsis;
    break;
  }
  return all;
}

}  // namespace interlock::platform::x11
