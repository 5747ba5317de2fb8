#include "clients/console/push_times.h"

#include <algorithm>

namespace interlock::console {

bool PushTimes::due(const std::string& person, const std::set<std::string>& open, Time now) {
  const auto last = told_.find(person);
  if (open.empty()) return false;
  if (last != told_.end()) {
    const auto& known = last->second.questions;
    if (now - last->second.at < apart || std::includes(known.begin(), known.end(), open.begin(), open.end()))
      return false;
  }
  told_[person] = {now, open};
  return true;
}

}  // namespace interlock::console
