#include "daemon/showing/changes.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace interlock::daemon {
namespace {

States compared(States states) {
  constexpr States left_out{State::focused, State::active,  State::showing,        State::visible,
                            State::armed,   State::opaque,  State::stale,          State::resizable,
                            State::invalid, State::defunct, State::selectable_text};
  return States(states.bits() & ~left_out.bits());
}

bool says_the_same(const ShownItem& a, const ShownItem& b) {
  return a.role == b.role && a.name == b.name && a.value == b.value && a.secret == b.secret &&
         a.description == b.description && compared(a.states) == compared(b.states) && a.ref == b.ref &&
         a.more == b.more && a.sort == b.sort &&
         std::equal(a.parts.begin(), a.parts.end(), b.parts.begin(), b.parts.end(), says_the_same);
}

using Words = std::tuple<Role, std::string_view, std::string_view>;
Words words_of(const ShownItem& item) {
  return {item.role, item.name, item.value};
}

/// Finds for each later item the earlier one that it is.
class Matching {
 public:
  Matching(const TreeView& before, const TreeView& now) : found_(before.items.size(), false) {
    std::map<std::string_view, std::size_t> by_path;
    for (std::size_t i = 0; i < before.items.size(); ++i) by_path.emplace(before.items[i].path, i);
    match_.assign(now.items.size(), nothing);
    for (std::size_t i = 0; i < now.items.size(); ++i) {
      const auto same = by_path.find(now.items[i].path);
      if (same != by_path.end() && before.items[same->second].role == now.items[i].role) take(i, same->second);
    }
    std::multimap<Words, std::size_t> by_words;
    for (std::size_t i = 0; i < before.items.size(); ++i) {
      if (!found_[i] && before.items[i].ref.empty()) by_words.emplace(words_of(before.items[i]), i);
    }
    for (std::size_t i = 0; i < now.items.size(); ++i) {
      if (match_[i] != nothing || !now.items[i].ref.empty()) continue;
      const auto same = by_words.find(words_of(now.items[i]));
      if (same == by_words.end()) continue;
      take(i, same->second);
      by_words.erase(same);
    }
  }

  static constexpr std::size_t nothing = static_cast<std::size_t>(-1);
  /// Index of the earlier item, or `nothing`.
  std::size_t of(std::size_t later) const { return match_[later]; }
  bool found(std::size_t earlier) const { return found_[earlier]; }

 private:
  void take(std::size_t later, std::size_t earlier) {
    match_[later] = earlier;
    found_[earlier] = true;
  }

  std::vector<std::size_t> match_;
  std::vector<bool> found_;
};

}  // namespace

Changes changes_between(const TreeView& before, const TreeView& now) {
  const Matching matching(before, now);
  Changes changes;
  std::size_t furthest = 0;
  for (std::size_t i = 0; i < now.items.size(); ++i) {
    const auto earlier = matching.of(i);
    if (earlier != Matching::nothing) {
      changes.reordered = changes.reordered || earlier < furthest;
      furthest = earlier;
    }
    if (earlier == Matching::nothing) {
      changes.items.push_back({.is_new = true, .index = i});
    } else if (!says_the_same(before.items[earlier], now.items[i])) {
      changes.items.push_back({.is_new = false, .index = i});
    }
  }
  std::size_t root = Matching::nothing;
  for (std::size_t i = 0; i < before.items.size(); ++i) {
    const auto& item = before.items[i];
    if (root != Matching::nothing && item.depth <= before.items[root].depth) root = Matching::nothing;
    if (matching.found(i)) continue;
    const bool inside = root != Matching::nothing;
    if (!inside) root = i;
    if (!inside || !item.ref.empty()) changes.gone.push_back({item, inside});
  }
  return changes;
}

}  // namespace interlock::daemon
