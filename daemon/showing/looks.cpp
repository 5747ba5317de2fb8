#include "daemon/showing/looks.h"

#include <algorithm>

namespace interlock::daemon {

const ShownWindow* LookTaken::window(std::uint64_t id) const {
  const auto found = std::find_if(shown.begin(), shown.end(), [&](const ShownWindow& each) { return each.id == id; });
  return found == shown.end() ? nullptr : &*found;
}

std::uint64_t Looks::remember(const Owner& session, LookTaken look) {
  std::erase_if(sessions_, [](const auto& each) { return each.first.expired(); });
  auto& all = sessions_[session];
  look.number = ++all.last;
  all.looks.push_back(std::move(look));
  if (all.looks.size() > most) all.looks.pop_front();
  return all.last;
}

const LookTaken* Looks::numbered(const Owner& session, std::uint64_t number) const {
  const auto* all = of(session);
  if (all == nullptr) return nullptr;
  const auto found =
      std::find_if(all->looks.begin(), all->looks.end(), [&](const LookTaken& l) { return l.number == number; });
  return found == all->looks.end() ? nullptr : &*found;
}

const LookTaken* Looks::latest(const Owner& session) const {
  const auto* all = of(session);
  return all == nullptr || all->looks.empty() ? nullptr : &all->looks.back();
}

const LookTaken* Looks::latest_of(const Owner& session, std::uint64_t window) const {
  const auto* all = of(session);
  if (all == nullptr) return nullptr;
  const auto found = std::find_if(all->looks.rbegin(), all->looks.rend(),
                                  [&](const LookTaken& look) { return look.window(window) != nullptr; });
  return found == all->looks.rend() ? nullptr : &*found;
}

const Looks::OfSession* Looks::of(const Owner& session) const {
  const auto found = sessions_.find(session);
  return found == sessions_.end() ? nullptr : &found->second;
}

}  // namespace interlock::daemon
