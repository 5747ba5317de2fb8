#include "a11y/settled.h"

#include <algorithm>

namespace interlock::a11y {

bool Settled::confirms(std::uint64_t window, Point at, const Ref& element, Deadline now) {
  const auto entry =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.window == window && e.at == at; });
  if (entry == entries_.end()) return false;
  if (entry->element != element || now - entry->asked > fresh || now - entry->settled > longest) {
    entries_.erase(entry);
    return false;
  }
  entry->asked = now;
  return true;
}

void Settled::forget(std::uint64_t window, Point at) {
  std::erase_if(entries_, [&](const Entry& e) { return e.window == window && e.at == at; });
}

void Settled::remember(std::uint64_t window, Point at, const Ref& element, Deadline now) {
  forget(window, at);
  if (entries_.size() >= max_points) entries_.pop_front();
  entries_.push_back({window, at, element, now, now});
}

std::optional<Ref> Settled::found(std::uint64_t window, Point at, const Ref& element, Deadline now) const {
  for (const Entry& each : entries_) {
    if (each.window != window || each.at != at || each.element != element) continue;
    return now - each.searched <= fresh ? each.there : std::nullopt;
  }
  return std::nullopt;
}

void Settled::remember_found(std::uint64_t window, Point at, const Ref& element, const Ref& there, Deadline asked) {
  for (Entry& each : entries_) {
    if (each.window != window || each.at != at || each.element != element) continue;
    each.there = there;
    each.searched = asked;
  }
}

}  // namespace interlock::a11y
