/// What an application says of a control's keys, by AT-SPI's Action.GetKeyBinding. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "values/key_chord.h"

namespace interlock::a11y {

/// Whether `binding` names `chord`. Measured: GTK 3 and LibreOffice "<Alt>d", of menu items "d;<Alt>f:d;<Primary>d"
/// (alone in the open menu, the way through the menus, the accelerator); Firefox "<Alt><Shift>d;"; Qt "Alt+D";
/// Chromium's access keys "d". A letter alone counts as one with Alt. Shift more than the binding has makes no
/// difference. The way through the menus is not one chord, and never matches.
bool is_bound(std::string_view binding, const KeyChord& chord);

/// GTK 4 tells no mnemonics, but leaves their underscores in names: "_Delete everything Delete everything" is Alt+d.
bool underlines(std::string_view name, const KeyChord& chord);

/// The character that a key of this name enters, case folded: "d" of "D" and of "U0064"; nothing where the name alone
/// does not tell ("eacute").
std::optional<std::string> letter_of(std::string_view key);

}  // namespace interlock::a11y
