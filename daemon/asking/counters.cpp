#include "daemon/asking/counters.h"

#include <filesystem>
#include <fstream>

namespace interlock::daemon {

void Counters::open(std::string file) {
  file_ = std::move(file);
  std::ifstream kept(file_);
  std::uint32_t counter = 0;
  std::string key;
  while (kept >> counter && std::getline(kept >> std::ws, key)) last_[key] = counter;
}

bool Counters::repeats(const std::string& key, std::uint32_t counter) const {
  const auto last = last_.find(key);
  if (last == last_.end() || (counter == 0 && last->second == 0)) return false;
  return counter <= last->second;
}

tl::expected<void, Error> Counters::keep(const std::string& key, std::uint32_t counter) {
  last_[key] = counter;
  if (file_.empty()) return {};
  const std::string draft = file_ + ".new";
  std::ofstream out(draft, std::ios::trunc);
  for (const auto& [line, value] : last_) out << value << ' ' << line << '\n';
  out.close();
  std::error_code failed;
  if (out) std::filesystem::rename(draft, file_, failed);
  if (!out || failed) return tl::make_unexpected(Error{"cannot keep the counters of authenticators", file_, {}});
  return {};
}

}  // namespace interlock::daemon
