#include "values/key_text.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "values/text.h"

namespace interlock {
namespace {

// The names of ASCII punctuation in X11/keysymdef.h.
constexpr std::array<std::pair<std::string_view, char>, 33> punctuation = {{
    {"space", ' '},        {"exclam", '!'},      {"quotedbl", '"'},    {"numbersign", '#'},  {"dollar", '$'},
    {"percent", '%'},      {"ampersand", '&'},   {"apostrophe", '\''}, {"parenleft", '('},   {"parenright", ')'},
    {"asterisk", '*'},     {"plus", '+'},        {"comma", ','},       {"minus", '-'},       {"period", '.'},
    {"slash", '/'},        {"colon", ':'},       {"semicolon", ';'},   {"less", '<'},        {"equal", '='},
    {"greater", '>'},      {"question", '?'},    {"at", '@'},          {"bracketleft", '['}, {"backslash", '\\'},
    {"bracketright", ']'}, {"asciicircum", '^'}, {"underscore", '_'},  {"grave", '`'},       {"braceleft", '{'},
    {"bar", '|'},          {"braceright", '}'},  {"asciitilde", '~'},
}};

constexpr std::array<std::pair<std::string_view, char>, 7> keypad = {{
    {"KP_Add", '+'},
    {"KP_Subtract", '-'},
    {"KP_Multiply", '*'},
    {"KP_Divide", '/'},
    {"KP_Decimal", '.'},
    {"KP_Equal", '='},
    {"KP_Space", ' '},
}};

// Keys that enter nothing and do not move the cursor of a line.
constexpr std::array<std::string_view, 16> inert = {"Shift_L",
                                                    "Shift_R",
                                                    "Control_L",
                                                    "Control_R",
                                                    "Alt_L",
                                                    "Alt_R",
                                                    "Super_L",
                                                    "Super_R",
                                                    "Meta_L",
                                                    "Caps_Lock",
                                                    "Num_Lock",
                                                    "Print",
                                                    "Scroll_Lock",
                                                    "XF86AudioMute",
                                                    "XF86AudioRaiseVolume",
                                                    "XF86AudioLowerVolume"};

// Keys that enter nothing, but may have any other effect on a line.
constexpr std::array<std::string_view, 14> functional = {"Escape", "Delete", "Insert", "Home",   "End",
                                                         "Prior",  "Next",   "Left",   "Right",  "Up",
                                                         "Down",   "Menu",   "Pause",  "Page_Up"};

template <class Names>
bool contains(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

template <class Rows>
const char* lookup(const Rows& rows, std::string_view name) {
  for (const auto& [keysym, character] : rows) {
    if (keysym == name) return &character;
  }
  return nullptr;
}

bool is_functional(std::string_view key) {
  if (contains(functional, key) || key == "Page_Down") return true;
  const bool f_key = key.size() >= 2 && key.size() <= 3 && key[0] == 'F' && key[1] >= '1' && key[1] <= '9';
  return f_key || key.starts_with("XF86") || key.starts_with("ISO_") ||
         (key.starts_with("KP_") && key.size() > 4 && lookup(keypad, key) == nullptr);
}

/// The character of a key pressed alone or with Shift. On keys other than letters the effect of Shift depends on the
/// keyboard layout.
KeyText character_of(const KeyChord& chord) {
  const bool shift = chord.modifiers.has(Modifier::shift);
  const std::string& key = chord.key;
  if (is_one_character(key)) {
    if (!shift) return {KeyEffect::character, key};
    const bool letter = key.size() == 1 && ((key[0] | 0x20) >= 'a' && (key[0] | 0x20) <= 'z');
    return {KeyEffect::character, letter ? std::string(1, static_cast<char>(key[0] & ~0x20)) : std::string()};
  }
  if (const char* c = lookup(keypad, key)) return {KeyEffect::character, std::string(1, *c)};
  if (key.size() == 4 && key.starts_with("KP_") && key[3] >= '0' && key[3] <= '9') {
    return {KeyEffect::character, key.substr(3)};
  }
  if (const char* c = lookup(punctuation, key)) {
    return {KeyEffect::character, shift && *c != ' ' ? std::string() : std::string(1, *c)};
  }
  return {KeyEffect::character, {}};  // "eacute", "U00E9", "dead_acute": some character
}

/// With Alt: the keys that readline and zsh bind to moving and editing within the line (bash(1), READLINE; zshzle(1)).
/// Other keys may run the line, as accept-and-hold of zsh does.
bool moves_or_edits(const KeyChord& chord) {
  if (!is_one_character(chord.key)) return chord.key != "numbersign";
  return std::string_view("bfduclty._rpnhBFDUCLTYRPNH<>?-0123456789 ").find(chord.key) != std::string_view::npos;
}

}  // namespace

KeyText key_text(const KeyChord& chord) {
  const Modifiers& held = chord.modifiers;
  if (is_return(chord)) return {KeyEffect::returns, {}};
  if (contains(inert, chord.key)) return {KeyEffect::nothing, {}};
  if (chord.key == "Insert" && held.has(Modifier::shift)) return {KeyEffect::paste, {}};
  if (held.has(Modifier::super)) return {KeyEffect::other, {}};
  if (held.has(Modifier::ctrl)) {
    if (held.has(Modifier::alt)) return {KeyEffect::other, {}};
    if (is_letter(chord, 'v')) return {KeyEffect::paste, {}};
    if (is_letter(chord, 'h')) return {KeyEffect::backspace, {}};
    if (is_letter(chord, 'l')) return {KeyEffect::nothing, {}};
    if (is_letter(chord, 'i')) return {KeyEffect::tab, {}};
    if (is_letter(chord, 'o')) return {KeyEffect::runs, {}};
    const bool plain_ctrl = !held.has(Modifier::shift);
    if (plain_ctrl && (is_letter(chord, 'c') || is_letter(chord, 'u'))) return {KeyEffect::drop_line, {}};
    return {KeyEffect::other, {}};
  }
  if (held.has(Modifier::alt)) return {moves_or_edits(chord) ? KeyEffect::other : KeyEffect::runs, {}};
  if (chord.key == "BackSpace") return {KeyEffect::backspace, {}};
  if (chord.key == "Tab" || chord.key == "ISO_Left_Tab" || chord.key == "KP_Tab") return {KeyEffect::tab, {}};
  if (is_functional(chord.key)) return {KeyEffect::other, {}};
  return character_of(chord);
}

}  // namespace interlock
