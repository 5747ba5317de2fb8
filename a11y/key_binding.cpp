#include "a11y/key_binding.h"

#include <algorithm>
#include <charconv>

#include "values/key_text.h"
#include "values/text.h"

namespace interlock::a11y {
namespace {

constexpr std::size_t longest_binding = 256;

std::string folded(std::string_view text) {
  return normalise(text).text;
}

std::optional<Modifier> modifier_of(std::string_view name) {
  const auto word = folded(name);
  if (word == "primary") return Modifier::ctrl;
  if (word == "mod1") return Modifier::alt;
  return modifier_from_name(word);
}

/// UTF-8 of a code point.
std::string utf8(std::uint32_t code) {
  std::string text;
  const auto add = [&](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) {
    add(code);
  } else if (code < 0x800) {
    add(0xC0 | code >> 6);
    add(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    add(0xE0 | code >> 12);
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  } else {
    add(0xF0 | code >> 18);
    add(0x80 | (code >> 12 & 0x3F));
    add(0x80 | (code >> 6 & 0x3F));
    add(0x80 | (code & 0x3F));
  }
  return text;
}

/// One part of a binding; nothing if it is not one.
std::optional<KeyChord> chord_of(std::string_view part) {
  KeyChord chord;
  while (part.starts_with('<')) {
    const auto end = part.find('>');
    if (end == part.npos) return std::nullopt;
    const auto modifier = modifier_of(part.substr(1, end - 1));
    if (!modifier) return std::nullopt;
    chord.modifiers.add(*modifier);
    part.remove_prefix(end + 1);
  }
  for (auto plus = part.find('+'); plus != part.npos && plus + 1 < part.size(); plus = part.find('+')) {
    const auto modifier = modifier_of(part.substr(0, plus));
    if (!modifier) return std::nullopt;
    chord.modifiers.add(*modifier);
    part.remove_prefix(plus + 1);
  }
  if (part.empty()) return std::nullopt;
  chord.key = part;
  const bool letter_alone = chord.modifiers.empty() && is_one_character(chord.key);
  if (letter_alone) chord.modifiers.add(Modifier::alt);
  return chord;
}

bool same_key(std::string_view a, std::string_view b) {
  const auto one = letter_of(a);
  const auto other = letter_of(b);
  return one && other ? *one == *other : folded(a) == folded(b);
}

bool is_capital(std::string_view key) {
  return is_one_character(key) && folded(key) != key;
}

/// All modifiers except Shift must be equal; Shift must be there if the binding has it.
bool same_modifiers(const KeyChord& binding, const KeyChord& chord) {
  const auto without_shift = [](Modifiers all) { return all.bits & ~static_cast<std::uint8_t>(Modifier::shift); };
  if (without_shift(binding.modifiers) != without_shift(chord.modifiers)) return false;
  return !binding.modifiers.has(Modifier::shift) || chord.modifiers.has(Modifier::shift) || is_capital(chord.key);
}

}  // namespace

std::optional<std::string> letter_of(std::string_view key) {
  if (is_one_character(key)) return folded(key);
  if (key.size() >= 5 && key.size() <= 7 && (key[0] == 'U' || key[0] == 'u')) {
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(key.data() + 1, key.data() + key.size(), code, 16);
    if (error == std::errc() && end == key.data() + key.size()) return folded(utf8(code));
  }
  const auto named = key_text(KeyChord{{}, std::string(key)});
  if (named.effect != KeyEffect::character || named.character.empty()) return std::nullopt;
  return folded(named.character);
}

bool is_bound(std::string_view binding, const KeyChord& chord) {
  binding = binding.substr(0, longest_binding);
  while (!binding.empty()) {
    const auto end = std::min(binding.find(';'), binding.size());
    const auto part = chord_of(binding.substr(0, end));
    if (part && same_modifiers(*part, chord) && same_key(part->key, chord.key)) return true;
    binding.remove_prefix(std::min(end + 1, binding.size()));
  }
  return false;
}

bool underlines(std::string_view name, const KeyChord& chord) {
  if (!chord.modifiers.has(Modifier::alt)) return false;
  const auto wanted = letter_of(chord.key);
  if (!wanted) return false;
  name = name.substr(0, longest_binding);
  for (auto at = name.find('_'); at != name.npos; at = name.find('_', at + 1)) {
    const auto behind = folded(name.substr(at + 1));
    if (!wanted->empty() && behind.starts_with(*wanted)) return true;
  }
  return false;
}

}  // namespace interlock::a11y
