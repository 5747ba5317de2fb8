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
  const auto codes = free_keys(KeyboardMaps(x_));
  if (codes.empty()) return tl::make_unexpected(Refusal{"unknown_key", "the keyboard layout has no spare key"});
  Keys next;
  for (const auto& [code, old] : keys_) next[code] = {NoSymbol, NoSymbol};
  // First one symbol to a key, on both levels; only the symbols for which there is no room share a key and need Shift.
  const auto count = std::min(symbols.size(), 2 * codes.size());
  for (std::size_t i = 0; i < std::min(count, codes.size()); ++i) next[codes[i]] = {symbols[i], symbols[i]};
  for (std::size_t i = codes.size(); i < count; ++i) next[codes[i - codes.size()]][1] = symbols[i];
  Record record(keys_.begin(), keys_.end());
  record.insert(next.begin(), next.end());
  if (!write_record(record)) {
    return tl::make_unexpected(
        Refusal{"no_record",
                "cannot write " + record_ + ", without which a borrowed key could not be given back after a crash"});
  }
  const ServerGrab grab(x_);
  KeyboardMaps maps(x_);
  if (free_keys(maps) != codes) {
    return tl::make_unexpected(Refusal{"unknown_key", "the keyboard layout was changed by someone else meanwhile"});
  }
  maps.set(next);
  keys_ = std::move(next);
  keymap.invalidate();
  return {};
}

std::vector<KeyCode> BorrowedKeys::free_keys(const KeyboardMaps& maps) {
  // Somebody chose another layout, which removed our symbols with the old one.
  std::erase_if(keys_, [&](const auto& key) { return !maps.gives(key.first, key.second); });
  auto codes = maps.spare();
  for (const auto& [code, symbols] : keys_) {
    if (std::find(codes.begin(), codes.end(), code) == codes.end()) codes.push_back(code);
  }
  return codes;
}

bool BorrowedKeys::has(KeySym symbol) const {
  return std::any_of(keys_.begin(), keys_.end(),
                     [&](const auto& key) { return key.second[0] == symbol || key.second[1] == symbol; });
}

void BorrowedKeys::give_back(Keymap& keymap) {
  if (!keys_.empty()) {
    const ServerGrab grab(x_);
    KeyboardMaps maps(x_);
    Keys empty;
    for (const auto& [code, symbols] : keys_) {
      // A layout chosen since then is the human's; only keys that are still as we left them are restored.
      if (maps.gives(code, symbols)) empty[code] = {NoSymbol, NoSymbol};
    }
    maps.set(empty);
    if (!x_.lost()) XSync(x_.display(), False);
    keymap.invalidate();
  }
  if (x_.lost()) return;
  keys_.clear();
  std::error_code ignored;
  std::filesystem::remove(record_, ignored);
}

void BorrowedKeys::recover(Keymap& keymap) {
  std::ifstream file(record_);
  if (!file) return;
  const KeyboardMaps maps(x_);
  unsigned code = 0;
  Symbols symbols{};
  while (file >> code >> symbols[0] >> symbols[1]) {
    const auto key = static_cast<KeyCode>(code);
    if (code <= 255 && symbols != Symbols{NoSymbol, NoSymbol} && maps.gives(key, symbols)) keys_[key] = symbols;
  }
  give_back(keymap);
}

bool BorrowedKeys::write_record(const Record& entries) const {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(record_).parent_path(), error);
  const std::string draft = record_ + ".new";
  {
    std::ofstream file(draft, std::ios::trunc);
    for (const auto& [code, symbols] : entries)
      file << unsigned{code} << ' ' << symbols[0] << ' ' << symbols[1] << '\n';
    file.flush();
    if (!file) return false;
  }
  std::filesystem::rename(draft, record_, error);
  return !error;
}

}  // namespace interlock::platform::x11
