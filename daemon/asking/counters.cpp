#include "daemon/asking/counters.h"

#include <charconv>
#include <filesystem>
#include <fstream>

namespace interlock::daemon {

void Counters::open(std::string file) {
  file_ = std::move(file);
  std::error_code failed;
  if (file_.empty() || !std::filesystem::exists(file_, failed)) {
    if (failed) unreadable_ = Error{"the counters of authenticators cannot be read: " + failed.message(), file_, {}};
    return;
  }
  std::ifstream kept(file_);
  std::string line;
  bool good = kept.is_open();
  while (good && std::getline(kept, line)) {
    std::uint32_t counter = 0;
    const char* const end = line.data() + line.size();
    const auto [rest, wrong] = std::from_chars(line.data(), end, counter);
    good = wrong == std::errc{} && end - rest > 1 && *rest == ' ';
    if (good) last_[std::string(rest + 1, end)] = counter;
  }
  if (!good || kept.bad())
    unreadable_ = Error{"the counters of authenticators cannot be read", file_,
                        "restore the file; or, if no authenticator can have been copied, remove it"};
}

bool Counters::repeats(const std::string& key, std::uint32_t counter) const {
  const auto last = last_.find(key);
  if (last == last_.end() || (counter == 0 && last->second == 0)) return false;
  return counter <= last->second;
}

tl::expected<void, Error> Counters::keep(const std::string& key, std::uint32_t counter) {
  if (unreadable_) return tl::make_unexpected(*unreadable_);
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
