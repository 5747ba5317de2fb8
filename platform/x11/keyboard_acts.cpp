#include "platform/x11/keyboard_acts.h"

#include <X11/keysym.h>
#include <algorithm>
#include <array>
#include <utility>

#include "platform/x11/guard.h"
#include "platform/x11/unicode.h"

extern "C" {
#include <xdo.h>
}

namespace interlock::platform::x11 {
namespace {

KeyboardResult refuse(std::string_view code, std::string reason) {
  return {.refusal = Refusal{code, std::move(reason)}};
}

/// The conditions for every keyboard act. Nothing: go on.
std::optional<Refusal> awake(DisplaySession& session, Ticket& ticket) {
  if (!ticket.commit()) return Refusal{"deadline", "the display was busy until the deadline"};
  if (!session.keymap.refresh(*session.x)) return Refusal{"no_display", "the X display does not report its keyboard"};
  return std::nullopt;
}

/// The conditions for every act that presses a key.
std::optional<Refusal> ready(DisplaySession& session, Ticket& ticket, const WindowView& view, bool ours,
                             bool escapes = false) {
  if (auto refusal = awake(session, ticket)) return refusal;
  return check_keyboard(session, view, ours, escapes);
}

/// The keys of a chord in the order they are pressed; empty when one of them is missing.
std::vector<KeyCode> keys_of(const Keymap& keymap, const Chord& chord) {
  std::vector<KeyCode> keys;
  const auto stroke = keymap.find(chord.symbol);
  if (!stroke) return {};
  auto modifiers = chord.modifiers;
  if (stroke->shift) modifiers.add(Modifier::shift);
  for (const auto each : {Modifier::ctrl, Modifier::alt, Modifier::super, Modifier::shift}) {
    if (!modifiers.has(each)) continue;
    const auto key = keymap.key_of(each);
    if (!key) return {};
    keys.push_back(*key);
  }
  if (stroke->level3) keys.push_back(keymap.level3_key().value_or(0));
  keys.push_back(stroke->code);
  return keys;
}

/// Uses libxdo with key codes, not names: libxdo's own table is as old as its connection, and the layout may have
/// changed since.
void strike_with_libxdo(DisplaySession& session, const std::vector<KeyCode>& codes) {
  std::vector<charcodemap_t> keys;
  for (const auto code : codes) {
    charcodemap_t key{};
    key.code = code;
    key.group = static_cast<int>(session.keymap.group());
    keys.push_back(key);
  }
  const auto send = [&](int pressed) {
    xdo_send_keysequence_window_list_do(session.libxdo, CURRENTWINDOW, keys.data(), static_cast<int>(keys.size()),
                                        pressed, nullptr, 0);
  };
  send(1);
  std::reverse(keys.begin(), keys.end());
  send(0);
}

bool may_open_switcher(const Chord& chord) {
  return chord.modifiers.has(Modifier::alt) || chord.modifiers.has(Modifier::super);
}

bool is_lock(KeySym symbol) {
  return symbol == XK_Caps_Lock || symbol == XK_Shift_Lock;
}

}  // namespace

std::optional<Refusal> check_text(const std::optional<std::u32string>& text) {
  if (!text) return Refusal{"unknown_key", "the text is not valid UTF-8"};
  for (const auto character : *text) {
    const bool control = character < 0x20 || (character >= 0x7f && character < 0xa0);
    if (control && character != U'\n' && character != U'\t' && character != U'\r') {
      return Refusal{"unknown_key", "the text contains the control character " + std::to_string(unsigned{character}) +
                                        "; only newline and tab are keys; use `key` for others"};
    }
  }
  return std::nullopt;
}

KeyboardResult type_chunk(DisplaySession& session, Ticket& ticket, const WindowView& view, std::u32string_view text) {
  if (view.window.is_none()) return refuse("focus_moved", "no window has the keyboard focus: text would be lost");
  const ServerGrab grab(*session.x);
  if (auto refusal = ready(session, ticket, view, false)) return {.refusal = std::move(refusal)};
  KeyboardResult step;
  {
    // Sent together with the strokes: if the daemon is killed then, Caps Lock cannot stay off, nor Shift down.
    const CapsLockOff lower(*session.x, session.keymap.caps_lock());
    for (const auto character : text.substr(0, max_chunk)) {
      const auto stroke = session.keymap.find_character(character);
      if (!stroke) {
        step.missing = step.typed == 0;
        break;
      }
      session.hands.stroke(*stroke, session.keymap);
      ++step.typed;
    }
  }
  session.hands.finish();
  return step;
}

KeyboardResult borrow_for(DisplaySession& session, Ticket& ticket, std::u32string_view text) {
  if (!ticket.commit()) return refuse("deadline", "the display was busy until the deadline");
  if (!session.keymap.refresh(*session.x)) return refuse("no_display", "the X display does not report its keyboard");
  std::vector<KeySym> symbols;
  for (const auto character : text) {
    const auto symbol = unicode_keysym_of(character);
    if (session.keymap.find_character(character) && !session.borrowed.has(symbol)) continue;
    if (std::find(symbols.begin(), symbols.end(), symbol) != symbols.end()) continue;
    if (symbols.size() == most_borrowed) break;
    symbols.push_back(symbol);
  }
  auto borrowed = session.borrowed.borrow(session.keymap, symbols);
  return borrowed ? KeyboardResult{} : KeyboardResult{.refusal = std::move(borrowed.error())};
}

std::optional<Chord> chord_of(const KeyChord& chord) {
  const auto characters = code_points(chord.key);
  if (characters && characters->size() == 1 && characters->front() > 0x20) {
    const auto symbol = keysym_of(characters->front());
    return Chord{chord.modifiers, symbol};
  }
  const auto symbol = XStringToKeysym(chord.key.c_str());
  if (symbol == NoSymbol) return std::nullopt;
  return Chord{chord.modifiers, symbol};
}

KeyboardResult strike(DisplaySession& session, Ticket& ticket, const WindowView& view, const Chord& chord) {
  const ServerGrab grab(*session.x);
  const bool escapes = chord.symbol == XK_Escape && chord.modifiers.empty();
  if (auto refusal = ready(session, ticket, view, true, escapes)) return {.refusal = std::move(refusal)};
  const auto keys = keys_of(session.keymap, chord);
  if (keys.empty()) return {.missing = true};
  const CapsLockOff lower(*session.x, session.keymap.caps_lock() && !is_lock(chord.symbol));
  KeyboardResult done;
  if (may_open_switcher(chord)) {
    done.held.assign(keys.begin(), keys.end() - 1);
    for (const auto key : done.held) session.hands.hold_key(key, true);
    session.hands.key(keys.back(), true);
    session.hands.key(keys.back(), false);
  } else {
    strike_with_libxdo(session, keys);
  }
  session.hands.finish();
  return done;
}

void let_go(DisplaySession& session, const std::vector<KeyCode>& held) {
  for (auto key = held.rbegin(); key != held.rend(); ++key) session.hands.hold_key(*key, false);
  session.hands.finish();
}

KeyboardResult borrow_for(DisplaySession& session, Ticket& ticket, const Chord& chord) {
  if (!ticket.commit()) return refuse("deadline", "the display was busy until the deadline");
  if (!session.keymap.refresh(*session.x)) return refuse("no_display", "the X display does not report its keyboard");
  if (session.keymap.find(chord.symbol))
    return refuse("unknown_key", "the keyboard layout lacks a modifier of the chord");
  auto borrowed = session.borrowed.borrow(session.keymap, {chord.symbol});
  return borrowed ? KeyboardResult{} : KeyboardResult{.refusal = std::move(borrowed.error())};
}

KeyboardResult hold(DisplaySession& session, Ticket& ticket, const WindowView& view, const Chord& chord, bool down) {
  const ServerGrab grab(*session.x);
  if (auto refusal = awake(session, ticket)) return {.refusal = std::move(refusal)};
  auto keys = keys_of(session.keymap, chord);
  if (keys.empty()) return refuse("unknown_key", "the keyboard layout has no such key");
  // Releases what we hold even if another client has the keyboard now: if this were refused, the key would stay down
  // for everybody.
  const auto& held = session.hands.held_keys();
  const bool lets_go = !down && std::ranges::all_of(keys, [&](KeyCode key) { return held.contains(key); });
  if (!lets_go) {
    if (auto refusal = check_keyboard(session, view, true)) return {.refusal = std::move(refusal)};
  }
  if (!down) std::reverse(keys.begin(), keys.end());
  for (const auto key : keys) session.hands.hold_key(key, down);
  session.hands.finish();
  return {};
}

}  // namespace interlock::platform::x11
