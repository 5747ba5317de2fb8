/// Characters that the keyboard layout does not have are typed on keys that have no symbol, borrowed for a moment.
/// What is borrowed is written to a file first, so that the next start can give back what a killed daemon could not.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "platform/injector.h"
#include "platform/x11/connection.h"
#include "platform/x11/keyboard_maps.h"
#include "platform/x11/keymap.h"

namespace interlock::platform::x11 {

/// So many symbols at once are worth looking for in a text; layouts have about 20 spare keys.
inline constexpr std::size_t most_borrowed = 64;

class BorrowedKeys {
 public:
  BorrowedKeys(const Connection& x, std::string state_dir);

  /// Puts the first of `symbols` (distinct, not in the layout) on spare keys: as many as there is room for, two to a
  /// key. Those of before are gone, so what was typed on them must have been read. Refused, with nothing changed: no
  /// spare key, no record.
  tl::expected<void, Refusal> borrow(Keymap& keymap, const std::vector<KeySym>& symbols);
  bool has(KeySym symbol) const;
  /// Gives back all that is borrowed, exactly: the keymap is as it was.
  void give_back(Keymap& keymap);
  /// Gives back what the record of an earlier daemon names, if the map still has it so.
  void recover(Keymap& keymap);

 private:
  using Keys = std::map<KeyCode, Symbols>;
  using Record = std::multimap<KeyCode, Symbols>;

  /// Spare ones and those that are borrowed.
  std::vector<KeyCode> free_keys(const KeyboardMaps& maps);
  bool write_record(const Record& entries) const;

  const Connection& x_;
  const std::string record_;
  Keys keys_;
};

}  // namespace interlock::platform::x11
