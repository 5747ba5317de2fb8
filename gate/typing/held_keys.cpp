#include "gate/typing/held_keys.h"

#include <algorithm>
#include <optional>
#include <string_view>

#include "values/text.h"
#include "values/visit.h"

namespace interlock::gate {
namespace {

Modifiers modifiers_of(const KeyChord& chord) {
  Modifiers all = chord.modifiers;
  if (const auto modifier = chord.key.size() > 1 ? modifier_from_name(chord.key) : std::nullopt) all.add(*modifier);
  return all;
}

KeyChord added(KeyChord chord, Modifiers held) {
  chord.modifiers.bits |= held.bits;
  return chord;
}

std::string key_of(std::string_view character) {
  if (character == "\n" || character == "\r") return "Return";
  if (character == "\t") return "Tab";
  if (character == " ") return "space";
  return std::string(character);
}

Key chords_of(std::string_view text, Modifiers held) {
  constexpr std::size_t longest_character = 4;
  Key key;
  while (!text.empty()) {
    std::size_t size = 1;
    while (size < std::min(longest_character, text.size()) && !is_one_character(text.substr(0, size))) ++size;
    if (!is_one_character(text.substr(0, size))) size = 1;
    key.chords.push_back(added({{}, key_of(text.substr(0, size))}, held));
    text.remove_prefix(size);
  }
  return key;
}

}  // namespace

Modifiers held_after(Modifiers held, const Action& action) {
  if (const auto* down = std::get_if<KeyDown>(&action.body)) {
    held.bits |= modifiers_of(down->key).bits;
  } else if (const auto* up = std::get_if<KeyUp>(&action.body)) {
    held.bits &= static_cast<std::uint8_t>(~modifiers_of(up->key).bits);
  }
  return held;
}

Action with_held(const Action& action, Modifiers held) {
  Action meant = action;
  std::visit(Overloaded{
                 [&](const Type& type) { meant.body = chords_of(type.text, held); },
                 [&](const KeyDown& down) { meant.body = KeyDown{added(down.key, held)}; },
                 [&](const Key& key) {
                   Key all;
                   for (const KeyChord& chord : key.chords) all.chords.push_back(added(chord, held));
                   meant.body = std::move(all);
                 },
                 Ignore<Move, Click, Drag, Scroll, KeyUp, MouseDown, MouseUp, Wait, Navigate, Sequence, SelectOption,
                        SetValue, FillForm, TypeSecret, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow,
                        RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport>(),
             },
             action.body);
  return meant;
}

}  // namespace interlock::gate
