#include "platform/x11/panic_key.h"

#include <X11/XKBlib.h>
#include <X11/keysym.h>
#include <algorithm>

namespace interlock::platform::x11 {
namespace {

struct ModifierKeys {
  Modifier modifier;
  KeySym left, right;
};
constexpr ModifierKeys modifier_keys[] = {{Modifier::shift, XK_Shift_L, XK_Shift_R},
                                          {Modifier::ctrl, XK_Control_L, XK_Control_R},
                                          {Modifier::alt, XK_Alt_L, XK_Alt_R},
                                          {Modifier::super, XK_Super_L, XK_Super_R}};

std::set<unsigned> codes_of(Display* display, std::initializer_list<KeySym> symbols) {
  std::set<unsigned> codes;
  int first = 0, last = 0;
  XDisplayKeycodes(display, &first, &last);
  for (int code = first; code <= last; ++code) {
    for (const int level : {0, 1}) {
      const KeySym symbol = XkbKeycodeToKeysym(display, static_cast<KeyCode>(code), 0, level);
      if (symbol != NoSymbol && std::find(symbols.begin(), symbols.end(), symbol) != symbols.end()) {
        codes.insert(static_cast<unsigned>(code));
      }
    }
  }
  return codes;
}

KeySym symbol_of(const std::string& key) {
  if (key.size() == 1) return static_cast<unsigned char>(key.front());  // Latin-1 symbols are their characters
  return XStringToKeysym(key.c_str());
}

/// The locks that may be on while the chord is pressed.
std::vector<unsigned> locks(Display* display) {
  const unsigned num = XkbKeysymToModifiers(display, XK_Num_Lock);
  const unsigned scroll = XkbKeysymToModifiers(display, XK_Scroll_Lock);
  std::set<unsigned> all;
  for (unsigned bits = 0; bits < 8; ++bits) {
    all.insert(((bits & 1U) ? unsigned{LockMask} : 0U) | ((bits & 2U) ? num : 0U) | ((bits & 4U) ? scroll : 0U));
  }
  return {all.begin(), all.end()};
}

}  // namespace

void PanicKeyWatch::set(const Connection& x, const std::optional<KeyChord>& chord) {
  trouble_.clear();
  for (const auto code : keys_) {
    xcb_ungrab_key(x.xcb(), static_cast<xcb_keycode_t>(code), x.root(), XCB_MOD_MASK_ANY);
  }
  keys_.clear();
  modifiers_.clear();
  if (!chord || x.lost()) return;
  keys_ = codes_of(x.display(), {symbol_of(chord->key)});
  if (keys_.empty()) {
    trouble_ = "the keyboard layout has no key '" + chord->key + "'";
    return;
  }
  unsigned mask = 0;
  for (const auto& [modifier, left, right] : modifier_keys) {
    if (!chord->modifiers.has(modifier)) continue;
    modifiers_.push_back(codes_of(x.display(), {left, right}));
    mask |= XkbKeysymToModifiers(x.display(), left) | XkbKeysymToModifiers(x.display(), right);
  }
  grab(x, mask);
}

void PanicKeyWatch::grab(const Connection& x, unsigned modifiers) {
  bool refused = false;
  for (const auto lock : locks(x.display())) {
    for (const auto code : keys_) {
      const auto asked =
          xcb_grab_key_checked(x.xcb(), 1, x.root(), static_cast<std::uint16_t>(modifiers | lock),
                               static_cast<xcb_keycode_t>(code), XCB_GRAB_MODE_ASYNC, XCB_GRAB_MODE_ASYNC);
      const Reply<xcb_generic_error_t> error(xcb_request_check(x.xcb(), asked));
      refused = refused || error != nullptr;
    }
  }
  if (refused) {
    trouble_ =
        "another program has grabbed this key, too: it halts all agents, but that program also gets it; choose "
        "another with human.panic_key";
  }
}

bool PanicKeyWatch::real_key(unsigned code, bool down) {
  if (!down) {
    down_.erase(code);
    return false;
  }
  down_.insert(code);
  if (!keys_.contains(code)) return false;
  return std::all_of(modifiers_.begin(), modifiers_.end(), [this](const auto& codes) {
    return std::any_of(codes.begin(), codes.end(), [this](unsigned each) { return down_.contains(each); });
  });
}

}  // namespace interlock::platform::x11
