#include "platform/prompt/typed_word.h"

#include <algorithm>

namespace interlock::platform::prompt {

namespace {

/// About two lines of the field.
constexpr std::size_t shown_characters = 80;

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

}  // namespace

void TypedWord::add(std::string_view text) {
  const bool control =
      std::any_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
  if (!control && text_.size() + text.size() <= most_bytes) text_ += text;
}

void TypedWord::erase() {
  while (!text_.empty()) {
    const bool whole = begins_character(text_.back());
    text_.pop_back();
    if (whole) return;
  }
}

std::string TypedWord::shown() const {
  std::size_t characters = 0, begin = text_.size();
  for (std::size_t at = text_.size(); at-- > 0;) {
    if (!begins_character(text_[at])) continue;
    if (++characters > shown_characters) return "…" + text_.substr(begin) + "|";
    begin = at;
  }
  return text_ + "|";
}

}  // namespace interlock::platform::prompt
