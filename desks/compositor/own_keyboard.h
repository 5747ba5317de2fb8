/// interlockd's keyboard: the US layout, and spare keys for every other character, so that each can be typed exactly.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "desks/compositor/listener.h"

namespace interlock::compositor {

class OwnKeyboard {
 public:
  explicit OwnKeyboard(wlr_seat* seat);
  ~OwnKeyboard();
  OwnKeyboard(const OwnKeyboard&) = delete;
  OwnKeyboard& operator=(const OwnKeyboard&) = delete;

  struct Stroke {
    std::uint32_t keycode = 0;  ///< as evdev numbers it
    bool shift = false;
  };
  /// Gives each of these keysyms a key, spare ones where the layout has none. False: there are not enough, or the
  /// keymap could not be made; then nothing changed. `plain`: a key that needs no Shift. At most `spare_keys` keysyms.
  bool provide(std::span<const xkb_keysym_t> keysyms, bool plain);
  /// How to type it; `plain` as in `provide`. Nothing: `provide` did not have it.
  std::optional<Stroke> stroke(xkb_keysym_t keysym, bool plain) const;

  /// Sends it to the window that has the keyboard.
  void key(std::uint32_t keycode, bool press);
  void type(Stroke stroke);
  void release_all();
  bool is_down(std::uint32_t keycode) const { return down_.contains(keycode); }
  /// A modifier is held, latched or locked on this keyboard (Num Lock does not count).
  bool modifier_held() const;
  wlr_keyboard* raw() { return &keyboard_; }

  static constexpr std::size_t spare_keys = 32;

 private:
  bool use(const std::array<xkb_keysym_t, spare_keys>& spare);
  void learn(xkb_keymap* keymap);

  wlr_seat* seat_;
  wlr_keyboard keyboard_ = {};
  xkb_context* context_;
  std::map<xkb_keysym_t, Stroke> plain_, any_;
  std::array<xkb_keysym_t, spare_keys> spare_ = {};
  std::size_t next_spare_ = 0;
  std::set<std::uint32_t> down_;
  Listener key_, modifiers_;
};

/// The keysym that writes this character: Return and Tab for a newline and a tab. Nothing: no key writes it.
std::optional<xkb_keysym_t> keysym_of(char32_t character);

/// The code points of UTF-8; nothing: it is not valid.
std::optional<std::u32string> code_points(std::string_view text);

}  // namespace interlock::compositor
