#include "values/key_chord.h"

#include <algorithm>
#include <array>

#include "values/ascii.h"
#include "values/input_names.h"
#include "values/text.h"

namespace interlock {
namespace {

struct ModifierName {
  std::string_view name;  // lower case
  Modifier modifier;
};
// Chords are written with the first four, in this order.
constexpr std::array<ModifierName, 20> modifier_names = {{
    {"ctrl", Modifier::ctrl},     {"alt", Modifier::alt},        {"shift", Modifier::shift},
    {"super", Modifier::super},   {"control", Modifier::ctrl},   {"ctl", Modifier::ctrl},
    {"option", Modifier::alt},    {"meta", Modifier::super},     {"win", Modifier::super},
    {"windows", Modifier::super}, {"cmd", Modifier::super},      {"command", Modifier::super},
    {"shift_l", Modifier::shift}, {"shift_r", Modifier::shift},  {"control_l", Modifier::ctrl},
    {"alt_l", Modifier::alt},     {"control_r", Modifier::ctrl}, {"alt_r", Modifier::alt},
    {"super_l", Modifier::super}, {"super_r", Modifier::super},
}};

struct KeyName {
  std::string_view spelled;  // lower case
  std::string_view keysym;
};
constexpr std::array<KeyName, 50> key_names = {{
    {"enter", "Return"},
    {"return", "Return"},
    {"kp_enter", "KP_Enter"},
    {"iso_enter", "ISO_Enter"},
    {"linefeed", "Linefeed"},
    {"esc", "Escape"},
    {"escape", "Escape"},
    {"del", "Delete"},
    {"delete", "Delete"},
    {"backspace", "BackSpace"},
    {"bksp", "BackSpace"},
    {"tab", "Tab"},
    {"space", "space"},
    {"spacebar", "space"},
    {"ins", "Insert"},
    {"insert", "Insert"},
    {"home", "Home"},
    {"end", "End"},
    {"page_up", "Prior"},
    {"pageup", "Prior"},
    {"pgup", "Prior"},
    {"prior", "Prior"},
    {"page_down", "Next"},
    {"pagedown", "Next"},
    {"pgdn", "Next"},
    {"pgdown", "Next"},
    {"next", "Next"},
    {"left", "Left"},
    {"right", "Right"},
    {"up", "Up"},
    {"down", "Down"},
    {"arrowleft", "Left"},
    {"arrowright", "Right"},
    {"arrowup", "Up"},
    {"arrowdown", "Down"},
    {"left_arrow", "Left"},
    {"right_arrow", "Right"},
    {"up_arrow", "Up"},
    {"down_arrow", "Down"},
    {"menu", "Menu"},
    {"contextmenu", "Menu"},
    {"capslock", "Caps_Lock"},
    {"caps_lock", "Caps_Lock"},
    {"numlock", "Num_Lock"},
    {"num_lock", "Num_Lock"},
    {"print", "Print"},
    {"printscreen", "Print"},
    {"pause", "Pause"},
    {"scroll_lock", "Scroll_Lock"},
    {"plus", "plus"},
}};

bool is_name(std::string_view key) {
  constexpr std::size_t longest_keysym_name = 64;
  return key.size() <= longest_keysym_name && std::all_of(key.begin(), key.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
         });
}

/// "f4" is F4; X knows F1 to F35.
bool is_function_key(std::string_view name) {
  if (name.size() < 2 || name.size() > 3 || name[0] != 'f') return false;
  int number = 0;
  for (char c : name.substr(1)) {
    if (c < '0' || c > '9') return false;
    number = number * 10 + (c - '0');
  }
  return number >= 1 && number <= 35;
}

std::optional<std::string> canonical_key(std::string_view key) {
  if (key.empty()) return std::nullopt;
  if (is_one_character(key)) return std::string(key);
  if (!is_name(key)) return std::nullopt;
  const std::string name = lower(key);
  if (name.size() > 2 && name[name.size() - 2] == '_' && modifier_from_name(name)) {  // Control_R stays Control_R
    std::string exact = name;
    exact.front() = static_cast<char>(exact.front() - 'a' + 'A');
    exact.back() = static_cast<char>(exact.back() - 'a' + 'A');
    return exact;
  }
  if (const auto modifier = modifier_from_name(name)) return std::string(modifier_keysym(*modifier));
  for (const KeyName& row : key_names) {
    if (row.spelled == name) return std::string(row.keysym);
  }
  if (is_function_key(name)) return "F" + name.substr(1);
  return std::string(key);
}

std::optional<KeyChord> parse_one(std::string_view text) {
  KeyChord chord;
  while (true) {
    const std::size_t plus = text.find('+');
    if (plus == std::string_view::npos || plus == 0 || plus + 1 == text.size()) break;
    const auto modifier = modifier_from_name(text.substr(0, plus));
    if (!modifier) return std::nullopt;
    chord.modifiers.add(*modifier);
    text.remove_prefix(plus + 1);
  }
  auto key = canonical_key(text);
  if (!key) return std::nullopt;
  chord.key = std::move(*key);
  return chord;
}

}  // namespace

std::optional<Modifier> modifier_from_name(std::string_view name) {
  const std::string spelled = lower(name);
  for (const ModifierName& row : modifier_names) {
    if (row.name == spelled) return row.modifier;
  }
  return std::nullopt;
}

std::string to_string(Modifiers modifiers) {
  std::string text;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!modifiers.has(modifier_names[i].modifier)) continue;
    if (!text.empty()) text += '+';
    text += modifier_names[i].name;
  }
  return text;
}

std::optional<std::vector<KeyChord>> parse_key_chords(std::string_view text) {
  std::vector<KeyChord> chords;
  while (true) {
    const std::size_t start = text.find_first_not_of(' ');
    if (start == std::string_view::npos) break;
    text.remove_prefix(start);
    const std::size_t end = std::min(text.find(' '), text.size());
    auto chord = parse_one(text.substr(0, end));
    if (!chord || chords.size() == max_chords) return std::nullopt;
    chords.push_back(std::move(*chord));
    text.remove_prefix(end);
  }
  if (chords.empty()) return std::nullopt;
  return chords;
}

std::string to_string(const KeyChord& chord) {
  std::string text = to_string(chord.modifiers);
  if (!text.empty()) text += '+';
  return text + chord.key;
}

bool is_letter(const KeyChord& chord, char letter) {
  return chord.key.size() == 1 && (chord.key[0] | 0x20) == letter;
}

bool is_return(const KeyChord& chord) {
  if (chord.modifiers.has(Modifier::super)) return false;
  if (chord.key == "Return" || chord.key == "KP_Enter" || chord.key == "ISO_Enter" || chord.key == "Linefeed") {
    return true;
  }
  return chord.modifiers.has(Modifier::ctrl) && (is_letter(chord, 'm') || is_letter(chord, 'j'));
}

bool is_space(const KeyChord& chord) {
  Modifiers shift;
  shift.add(Modifier::shift);
  const bool plain = chord.modifiers.empty() || chord.modifiers == shift;
  return plain && (chord.key == "space" || chord.key == " " || chord.key == "KP_Space");
}

}  // namespace interlock
