/// Characters that the keyboard layout does not have are typed on keys that have no symbol, borrowed for a moment.
/// What is borrowed is written to a file first, so that the next start can give back what a killed daemon could not.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "platform/injector.h"
#include "platform/x11/connection.h"
#include "platform/x11/keymap.h"

namespace interlock::platform::x11 {

/// Clients read the keymap again when they are told of a change, and they read the map of *that* moment: they get this
/// long to do so after a change, and as long to work off typed keys before the next one. Measured: 10 ms loses 43 % of
/// the characters, 30 ms none (GTK3, GTK4, Qt5, Chromium) on an idle machine; on a busy one the application's own word
/// (CatchUp) is waited for on top of it.
inline constexpr std::chrono::milliseconds keymap_settle{30};
/// Instead of it, for applications that cannot say when they have caught up.
inline constexpr std::chrono::milliseconds silent_settle{250};
/// At most so long is an application waited for.
inline constexpr std::chrono::milliseconds catch_up_limit{3000};

class BorrowedKeys {
 public:
  BorrowedKeys(const Connection& x, std::string state_dir);

  /// Puts `symbols` (distinct, not in the map) on spare keys, both levels alike; keys borrowed before and not wanted
  /// now are taken over. Nothing is changed when the record cannot be written.
  tl::expected<void, Refusal> borrow(Keymap& keymap, const std::vector<KeySym>& symbols);
  /// How many symbols `borrow` can take at once.
  std::size_t room(const Keymap& keymap) const { return keymap.spare().size() + by_symbol_.size(); }
  bool has(KeySym symbol) const { return by_symbol_.contains(symbol); }
  bool any() const { return !by_symbol_.empty(); }
  /// Gives back all that is borrowed, exactly: the keymap is as it was.
  void give_back(Keymap& keymap);
  /// Gives back what the record of an earlier daemon names, if the map still has it so.
  void recover(Keymap& keymap);

 private:
  bool write_record(const std::multimap<KeyCode, KeySym>& entries) const;
  void put(const std::map<KeyCode, KeySym>& symbols) const;

  const Connection& x_;
  const std::string record_;
  std::map<KeySym, KeyCode> by_symbol_;
};

}  // namespace interlock::platform::x11
