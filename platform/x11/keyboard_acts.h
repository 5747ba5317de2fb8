/// Acts of the keyboard: a chunk of text or one chord, each under one server grab. Display thread.
#pragma once

#include <string>

#include "platform/injector.h"
#include "platform/x11/session.h"
#include "platform/x11/ticket.h"
#include "values/action.h"

namespace interlock::platform::x11 {

inline constexpr std::size_t max_chunk = 16;  ///< characters between two looks at the focus

/// `missing`: the next character or key is on no key; `borrow_for` mends that.
struct Step {
  std::size_t typed = 0;
  bool missing = false;
  std::optional<Refusal> refusal;
};

/// Types the characters from `begin` on that the keymap has, at most `max_chunk`.
Step type_chunk(Session& session, Ticket& ticket, const WindowView& view, std::u32string_view text);
/// Borrows keys for as much of the text as there are spare keys.
Step borrow_for(Session& session, Ticket& ticket, std::u32string_view text);

/// A chord with its symbol looked up.
struct Chord {
  Modifiers modifiers;
  KeySym symbol = 0;
};
/// Nothing: no such key name.
std::optional<Chord> chord_of(const KeyChord& chord);

Step strike(Session& session, Ticket& ticket, const WindowView& view, const Chord& chord);
Step borrow_for(Session& session, Ticket& ticket, const Chord& chord);
/// Presses or releases a chord's keys, which stay so.
Step hold(Session& session, Ticket& ticket, const WindowView& view, const Chord& chord, bool down);

/// Nothing when the text can be typed; else what stands against it, before anything was typed.
std::optional<Refusal> check_text(const std::optional<std::u32string>& text);

}  // namespace interlock::platform::x11
