#include "gate/typing/line_edit.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace interlock::gate {
namespace {

struct Row {
  std::string_view key;
  Modifiers modifiers;
  LineEdit edit;
};

constexpr Modifiers plain{};
constexpr Modifiers ctrl{static_cast<std::uint8_t>(Modifier::ctrl)};
constexpr Modifiers alt{static_cast<std::uint8_t>(Modifier::alt)};

constexpr auto rows = std::to_array<Row>({
    {"Left", plain, LineEdit::left},       {"b", ctrl, LineEdit::left},         {"Right", plain, LineEdit::right},
    {"f", ctrl, LineEdit::right},          {"Left", ctrl, LineEdit::word_left}, {"b", alt, LineEdit::word_left},
    {"Right", ctrl, LineEdit::word_right}, {"f", alt, LineEdit::word_right},    {"Home", plain, LineEdit::start},
    {"a", ctrl, LineEdit::start},          {"End", plain, LineEdit::end},       {"e", ctrl, LineEdit::end},
    {"Delete", plain, LineEdit::erase},    {"d", ctrl, LineEdit::erase},        {"w", ctrl, LineEdit::erase_word_back},
    {"d", alt, LineEdit::erase_word},      {"k", ctrl, LineEdit::erase_to_end}, {"Up", plain, LineEdit::earlier},
    {"p", ctrl, LineEdit::earlier},        {"Down", plain, LineEdit::later},    {"n", ctrl, LineEdit::later},
    {"Escape", plain, LineEdit::prefix},   {"z", ctrl, LineEdit::leaves},       {"x", ctrl, LineEdit::leaves},
});

}  // namespace

LineEdit line_edit(const KeyChord& chord) {
  const bool switches = chord.modifiers.has(Modifier::alt) && (chord.key == "Tab" || chord.key == "ISO_Left_Tab");
  if (switches || chord.modifiers.has(Modifier::super)) return LineEdit::nothing;
  const auto* row = std::find_if(rows.begin(), rows.end(), [&](const Row& each) {
    return each.key == chord.key && each.modifiers == chord.modifiers;
  });
  return row == rows.end() ? LineEdit::none : row->edit;
}

LineEdit line_edit_behind_escape(char c) {
  switch (c) {
    case 'b':
      return LineEdit::word_left;
    case 'f':
      return LineEdit::word_right;
    case 'd':
      return LineEdit::erase_word;
    default:
      // Others fetch from the history, complete or change letters, or move over it in vi's command mode; these do not.
      return std::string_view(":i\"'(),;").find(c) != std::string_view::npos ? LineEdit::nothing : LineEdit::none;
  }
}

}  // namespace interlock::gate
