#include "platform/x11/borrowed_keys.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <utility>

namespace interlock::platform::x11 {
namespace {

std::string record_name(const Connection& x, const std::string& state_dir) {
  std::string display = DisplayString(x.display());
  std::replace_if(
      display.begin(), display.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return state_dir + "/borrowed-keys" + display;
}

}  // namespace

BorrowedKeys::BorrowedKeys(const Connection& x, std::string state_dir)
    : x_(x), record_(record_name(x, std::move(state_dir))) {}

tl::expected<void, Refusal> BorrowedKeys::borrow(Keymap& keymap, const std::vector<KeySym>& symbols) {
  std::map<KeySym, KeyCode> next;
  std::vector<KeyCode> free = keymap.spare();
  std::multimap<KeyCode, KeySym> record;
  for (const auto& [symbol, code] : by_symbol_) {
    record.emplace(code, symbol);
    if (std::find(symbols.begin(), symbols.end(), symbol) != symbols.end()) {
      next[symbol] = code;
    } else {
      free.push_back(code);
    }
  }
  std::map<KeyCode, KeySym> changes;
  for (const auto symbol : symbols) {
    if (next.contains(symbol)) continue;
    if (free.empty()) return tl::make_unexpected(Refusal{"unknown_key", "the keyboard layout has no free key left"});
    const KeyCode code = free.front();
    free.erase(free.begin());
    next[symbol] = code;
    changes[code] = symbol;
    record.emplace(code, symbol);
  }
  for (const auto& [symbol, code] : by_symbol_) {
    if (!next.contains(symbol) && !changes.contains(code)) next[symbol] = code;  // stays borrowed until given back
  }
  if (!write_record(record)) {
    return tl::make_unexpected(
        Refusal{"no_record",
                "cannot write " + record_ + ", without which a borrowed key could not be given back after a crash"});
  }
  by_symbol_ = std::move(next);
  put(changes);
  keymap.invalidate();
  return {};
}

void BorrowedKeys::give_back(Keymap& keymap) {
  std::map<KeyCode, KeySym> empty;
  for (const auto& [symbol, code] : by_symbol_) empty[code] = NoSymbol;
  put(empty);
  keymap.invalidate();
  if (x_.lost()) return;
  by_symbol_.clear();
  std::error_code ignored;
  std::filesystem::remove(record_, ignored);
}

void BorrowedKeys::recover(Keymap& keymap) {
  std::ifstream file(record_);
  if (!file || !keymap.refresh(x_)) return;
  unsigned code = 0;
  KeySym symbol = NoSymbol;
  while (file >> code >> symbol) {
    if (code > 255 || symbol == NoSymbol) continue;
    // A layout chosen since then is the human's; only what is still as we left it is ours to take away.
    if (keymap.borrowed_symbol(static_cast<KeyCode>(code)) == symbol) {
      by_symbol_[symbol] = static_cast<KeyCode>(code);
    }
  }
  give_back(keymap);
}

bool BorrowedKeys::write_record(const std::multimap<KeyCode, KeySym>& entries) const {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(record_).parent_path(), error);
  const std::string draft = record_ + ".new";
  {
    std::ofstream file(draft, std::ios::trunc);
    for (const auto& [code, symbol] : entries) file << unsigned{code} << ' ' << symbol << '\n';
    file.flush();
    if (!file) return false;
  }
  std::filesystem::rename(draft, record_, error);
  return !error;
}

void BorrowedKeys::put(const std::map<KeyCode, KeySym>& symbols) const {
  // One request a run of neighbours: every request is a keymap change for every client. One request over all keys
  // would rewrite keys that are not ours.
  if (x_.lost()) return;
  for (auto first = symbols.begin(); first != symbols.end();) {
    std::vector<KeySym> levels;
    auto last = first;
    for (KeyCode code = first->first; last != symbols.end() && last->first == code; ++last, ++code) {
      levels.insert(levels.end(), 2, last->second);
    }
    XChangeKeyboardMapping(x_.display(), first->first, 2, levels.data(), static_cast<int>(levels.size() / 2));
    first = last;
  }
  XSync(x_.display(), False);
}

}  // namespace interlock::platform::x11
