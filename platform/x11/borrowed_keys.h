/// Characters that the keyboard layout does not have are typed on keys without symbols, which are borrowed for a
/// moment. Borrowed keys are first recorded in a file, so that the next start can restore them if the daemon was
/// killed.
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

/// So many symbols at once are collected from a text; layouts have about 20 spare keys.
inline constexpr std::size_t most_borrowed = 64;

class BorrowedKeys {
 public:
  BorrowedKeys(const Connection& x, std::string state_dir);

  /// Puts the first of `symbols` (distinct, not in the layout) on spare keys, as many as there is room for, two to a
  /// key. Replaces the symbols borrowed before, so what was typed on those must have been read. Refused, with nothing
  /// changed: no spare key, or the record cannot be written.
  tl::expected<void, Refusal> borrow(Keymap& keymap, const std::vector<KeySym>& symbols);
  bool has(KeySym symbol) const;
  /// Gives back all borrowed keys: the keymap is exactly as it was.
  void give_back(Keymap& keymap);
  /// Gives back the keys in the record of an earlier daemon, if they are still as recorded.
  void recover(Keymap& keymap);

 private:
  using Keys = std::map<KeyCode, Symbols>;
  using Record = std::multimap<KeyCode, Symbols>;

  /// Spare keys and borrowed keys.
  std::vector<KeyCode> free_keys(const KeyboardMaps& maps);
  bool write_record(const Record& entries) const;

  const Connection& x_;
  const std::string record_;
  Keys keys_;
};

}  // namespace interlock::platform::x11
