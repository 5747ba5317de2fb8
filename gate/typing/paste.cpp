#include "gate/typing/paste.h"
#include "values/paste_source.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "values/ascii.h"
#include "values/key_text.h"

namespace interlock::gate {
namespace {

/// A terminal's default bindings.
struct Terminal {
  std::string_view name;       ///< its window's class or program, in lower case
  bool ctrl_shift_v = false;   ///< pastes CLIPBOARD
  PasteSource shift_insert{};  ///< nothing: not known
};

constexpr std::array<Terminal, 17> terminals = {{
    {"xterm", false, PasteSource::primary},
    {"uxterm", false, PasteSource::primary},
    {"urxvt", false, PasteSource::primary},
    {"rxvt", false, PasteSource::primary},
    {"gnome-terminal", true, PasteSource::primary},
    {"gnome-terminal-server", true, PasteSource::primary},
    {"kgx", true, PasteSource::nothing},
    {"ptyxis", true, PasteSource::nothing},
    {"xfce4-terminal", true, PasteSource::primary},
    {"mate-terminal", true, PasteSource::primary},
    {"tilix", true, PasteSource::primary},
    {"terminator", true, PasteSource::primary},
    {"lxterminal", true, PasteSource::primary},
    {"konsole", true, PasteSource::clipboard},
    {"kitty", true, PasteSource::primary},
    {"alacritty", true, PasteSource::primary},
    {"qterminal", true, PasteSource::nothing},
}};

const Terminal* terminal_of(const Known<Window>& window) {
  if (!window) return nullptr;
  std::vector<std::string> names = {lower(window->wm_class), lower(window->app)};
  for (const WindowNames& former : window->former) names.push_back(lower(former.wm_class));
  const auto* found = std::find_if(terminals.begin(), terminals.end(), [&](const Terminal& terminal) {
    return std::find(names.begin(), names.end(), terminal.name) != names.end();
  });
  return found == terminals.end() ? nullptr : found;
}

bool is_insert(const KeyChord& chord) {
  return chord.key == "Insert";
}

PasteSource source_of(const KeyChord& chord, const Known<Window>& window) {
  if (key_text(chord).effect != KeyEffect::paste) return PasteSource::nothing;
  if (!is_insert(chord)) return PasteSource::clipboard;
  const Terminal* terminal = terminal_of(window);
  return terminal == nullptr ? PasteSource::nothing : terminal->shift_insert;
}

}  // namespace

bool is_middle_press(const Action& action) {
  if (const auto* click = std::get_if<Click>(&action.body)) return click->button == Button::middle;
  if (const auto* down = std::get_if<MouseDown>(&action.body)) return down->button == Button::middle;
  return false;
}

PasteSource paste_source(const Action& action, const Known<Window>& window) {
  if (is_middle_press(action)) return PasteSource::primary;
  if (const auto* down = std::get_if<KeyDown>(&action.body)) return source_of(down->key, window);
  const auto* key = std::get_if<Key>(&action.body);
  if (key == nullptr || key->chords.empty()) return PasteSource::nothing;
  const PasteSource first = source_of(key->chords.front(), window);
  // An earlier chord may have copied something else before this one pastes.
  const bool again = std::any_of(key->chords.begin() + 1, key->chords.end(),
                                 [](const KeyChord& chord) { return key_text(chord).effect == KeyEffect::paste; });
  return again ? PasteSource::nothing : first;
}

bool pastes_surely(const KeyChord& chord, const Known<Window>& window) {
  const Terminal* terminal = terminal_of(window);
  if (terminal == nullptr) return false;
  if (is_insert(chord)) {
    return chord.modifiers.bits == static_cast<std::uint8_t>(Modifier::shift) &&
           terminal->shift_insert != PasteSource::nothing;
  }
  return terminal->ctrl_shift_v && chord.modifiers.has(Modifier::shift);
}

}  // namespace interlock::gate
