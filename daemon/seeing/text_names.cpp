#include "daemon/seeing/text_names.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "daemon/seeing/regions.h"

namespace interlock::daemon {

namespace {

constexpr std::size_t most_kept = 1000;

std::int64_t size_of(const Rect& place) {
  return static_cast<std::int64_t>(place.width) * place.height;
}

/// Most of each is in the other.
bool stand_at_one_place(const Rect& a, const Rect& b) {
  const Rect both = overlap(a, b);
  return !both.empty() && 2 * size_of(both) > std::max(size_of(a), size_of(b));
}

}  // namespace

bool TextNames::is_used(const std::vector<Named>& names, const std::string& name) {
  return std::any_of(names.begin(), names.end(), [&](const Named& each) { return each.name == name; });
}

std::vector<std::string> TextNames::of(std::uint64_t window, const std::vector<TextRun>& runs, bool complete) {
  std::vector<Named> before = std::exchange(known_[window], {});
  auto& now = known_[window];
  std::vector<std::string> names;
  for (const TextRun& run : runs) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const Named& each) {
      return each.text == run.text && stand_at_one_place(each.place, run.place);
    });
    std::string name;
    if (same != before.end()) {
      name = std::move(same->name);
      before.erase(same);
    } else {
      name = std::to_string(run.place.x) + ',' + std::to_string(run.place.y) + '/' + run.text;
      while (is_used(before, name) || is_used(now, name)) name += '+';
    }
    names.push_back(name);
    now.push_back({run.text, run.place, std::move(name)});
  }
  if (!complete) {
    const auto kept = std::min(before.size(), most_kept);
    std::move(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(kept), std::back_inserter(now));
  }
  return names;
}

}  // namespace interlock::daemon
