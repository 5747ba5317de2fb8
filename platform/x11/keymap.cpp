#include "platform/x11/keymap.h"

#include <X11/keysym.h>
#include <array>

#include "platform/x11/unicode.h"

namespace interlock::platform::x11 {
namespace {

// Keys whose meaning depends on Num Lock, or whose symbols only look like characters.
bool on_keypad(KeySym symbol) {
  return symbol >= XK_KP_Space && symbol <= XK_KP_9;
}

}  // namespace

bool Keymap::refresh(const Connection& x) {
  if (x.lost()) return false;
  XkbStateRec state{};
  if (XkbGetState(x.display(), XkbUseCoreKbd, &state) != Success || x.lost()) return false;
  take_events(x);  // all events from before the answer
  held_ = state.base_mods | state.latched_mods;
  caps_lock_ = (state.locked_mods & LockMask) != 0;
  const unsigned locked = state.locked_mods & ~unsigned{LockMask};
  if (!stale_ && state.group == group_ && locked == locked_) return true;
  group_ = state.group;
  locked_ = locked;
  if (stale_) {
    // XTEST's keyboard may have another layout than the human's; injected keys use XTEST's own.
    const auto device = x.xtest_keyboard() ? static_cast<unsigned>(x.xtest_keyboard()) : XkbUseCoreKbd;
    map_.reset(XkbGetMap(x.display(), XkbAllMapComponentsMask, device));
    if (!map_) return false;
  }
  stale_ = false;
  index();
  return true;
}

void Keymap::take_events(const Connection& x) {
  while (!x.lost() && XEventsQueued(x.display(), QueuedAlready) > 0) {
    XEvent event;
    XNextEvent(x.display(), &event);
    stale_ = stale_ || event.type == x.extensions().xkb_event || event.type == MappingNotify;
  }
}

void Keymap::index() {
  strokes_.clear();
  level3_.reset();
  for (int code = map_->min_key_code; code <= map_->max_key_code && !level3_; ++code) {
    const auto key = static_cast<KeyCode>(code);
    const bool level3 = XkbKeyNumSyms(map_.get(), key) && XkbKeySym(map_.get(), key, 0) == XK_ISO_Level3_Shift;
    if (level3 && modifiers_of(key)) level3_ = key;
  }
  const unsigned level3_mask = level3_ ? modifiers_of(*level3_) : 0U;
  // Fewest modifiers first: emplace keeps the first stroke that is found.
  for (const auto& [shift, level3] :
       std::array<std::pair<bool, bool>, 4>{{{false, false}, {true, false}, {false, true}, {true, true}}}) {
    if (level3 && !level3_) continue;
    const unsigned modifiers = locked_ | (shift ? ShiftMask : 0U) | (level3 ? level3_mask : 0U);
    for (int code = map_->min_key_code; code <= map_->max_key_code; ++code) {
      const auto key = static_cast<KeyCode>(code);
      if (XkbKeyNumGroups(map_.get(), key) == 0) continue;
      unsigned unused = 0;
      KeySym symbol = NoSymbol;
      if (!XkbTranslateKeyCode(map_.get(), key, XkbBuildCoreState(modifiers, group_), &unused, &symbol)) continue;
      if (symbol != NoSymbol) strokes_.emplace(symbol, Stroke{key, shift, level3});
    }
  }
}

std::optional<Stroke> Keymap::find(KeySym symbol) const {
  const auto found = strokes_.find(symbol);
  if (found == strokes_.end()) return std::nullopt;
  return found->second;
}

std::optional<Stroke> Keymap::find_character(char32_t character) const {
  if (character == U'\n' || character == U'\r') return find(XK_Return);
  if (character == U'\t') return find(XK_Tab);
  if (character < 0x20) return std::nullopt;
  for (const auto symbol : {keysym_of(character), unicode_keysym_of(character)}) {
    if (on_keypad(symbol)) continue;
    if (auto stroke = find(symbol)) return stroke;
  }
  return std::nullopt;
}

std::optional<KeyCode> Keymap::key_of(Modifier modifier) const {
  const auto first = [this](std::initializer_list<KeySym> symbols) -> std::optional<KeyCode> {
    for (const auto symbol : symbols) {
      const auto stroke = find(symbol);
      if (stroke && !stroke->shift && !stroke->level3 && modifiers_of(stroke->code)) return stroke->code;
    }
    return std::nullopt;
  };
  switch (modifier) {
    case Modifier::shift:
      return first({XK_Shift_L, XK_Shift_R});
    case Modifier::ctrl:
      return first({XK_Control_L, XK_Control_R});
    case Modifier::alt:
      return first({XK_Alt_L, XK_Alt_R, XK_Meta_L});
    case Modifier::super:
      return first({XK_Super_L, XK_Super_R});
  }
  return std::nullopt;
}

unsigned Keymap::modifiers_of(KeyCode code) const {
  return map_ && map_->map->modmap ? map_->map->modmap[code] : 0U;
}

}  // namespace interlock::platform::x11
