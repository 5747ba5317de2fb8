/// Reads the keys of a control as AT-SPI's Action.GetKeyBinding reports them. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "values/key_chord.h"

namespace interlock::a11y {

/// Whether `binding` names `chord`. Measured: GTK 3 and LibreOffice "<Alt>d", for menu items "d;<Alt>f:d;<Primary>d"
/// (the key in the open menu, the path through the menus, the accelerator); Firefox "<Alt><Shift>d;"; Qt "Alt+D";
/// Chromium's access keys "d". A single letter counts as one with Alt. Shift in addition to the binding makes no
/// difference. A path through the menus is not one chord and never matches.
bool is_bound(std::string_view binding, const KeyChord& chord);

/// GTK 4 reports no mnemonics, but leaves their underscores in names: "_Delete everything Delete everything" is Alt+d.
bool underlines(std::string_view name, const KeyChord& chord);

/// The character that a key of this name enters, case folded: "d" for "D" and "U0064"; nothing if the name alone does
/// not determine it ("eacute").
std::optional<std::string> letter_of(std::string_view key);

}  // namespace interlock::a11y
