/// Acts of the keyboard: a chunk of text or one chord, each under one server grab. Display thread.
#pragma once

#include <string>
#include <vector>

#include "platform/injector.h"
#include "platform/x11/display_session.h"
#include "platform/x11/ticket.h"
#include "values/action.h"

namespace interlock::platform::x11 {

inline constexpr std::size_t max_chunk = 16;  ///< characters between two checks of the focus

/// `missing`: no key gives the next character or key; `borrow_for` fixes that.
struct KeyboardResult {
  std::size_t typed = 0;
  bool missing = false;
  std::optional<Refusal> refusal;
  /// Modifiers that a chord left pressed, to be released by `let_go` when the window manager has read its keys.
  std::vector<KeyCode> held = {};
};

/// Types the characters from `begin` on, as far as the keymap has them, `max_chunk` at most.
KeyboardResult type_chunk(DisplaySession& session, Ticket& ticket, const WindowView& view, std::u32string_view text);
/// Borrows keys for as much of the text as spare keys allow.
KeyboardResult borrow_for(DisplaySession& session, Ticket& ticket, std::u32string_view text);

/// A chord with its symbol looked up.
struct Chord {
  Modifiers modifiers;
  KeySym symbol = 0;
};
/// Nothing: no such key name.
std::optional<Chord> chord_of(const KeyChord& chord);

/// A chord with Alt or Super may open a window manager's switcher or menu. A window manager that grabs the keyboard
/// only when it reads the key would not see modifiers that are released at once, and would wait for their release
/// forever.
KeyboardResult strike(DisplaySession& session, Ticket& ticket, const WindowView& view, const Chord& chord);
KeyboardResult borrow_for(DisplaySession& session, Ticket& ticket, const Chord& chord);
/// Releases what a chord left pressed, in reverse order.
void let_go(DisplaySession& session, const std::vector<KeyCode>& held);
/// Presses or releases a chord's keys, which then stay as they are.
KeyboardResult hold(DisplaySession& session, Ticket& ticket, const WindowView& view, const Chord& chord, bool down);

/// Nothing if the text can be typed; else the reason why not, before anything was typed.
std::optional<Refusal> check_text(const std::optional<std::u32string>& text);

}  // namespace interlock::platform::x11
