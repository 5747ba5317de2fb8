#include "cli/tune/candidates.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <tuple>

namespace interlock::cli {
namespace {

using Key = std::tuple<std::string, std::string, std::string, std::string>;

struct Group {
  Habit habit;
  std::vector<std::int64_t> times;
  bool refused = false;
};

void add(Group& group, const Answered& act) {
  Habit& habit = group.habit;
  if (habit.count == 0) {
    habit = {.rule = act.rule,
             .code = act.code,
             .category = act.category,
             .target = act.target,
             .place = act.place,
             .role = act.role,
             .name = act.name,
             .page = act.page,
             .first = act.began};
  }
  ++habit.count;
  habit.first = std::min(habit.first, act.began);
  if (act.began >= habit.last) {
    habit.last = act.began;
    habit.session = act.session;
    habit.id = act.id;
  }
  group.times.push_back(act.ended - act.began);
}

std::vector<Habit> habits(std::map<Key, Group> groups, std::size_t least) {
  std::vector<Habit> found;
  for (auto& [key, group] : groups) {
    if (group.refused || group.habit.count < least) continue;
    std::sort(group.times.begin(), group.times.end());
    group.habit.answer_ms = group.times[group.times.size() / 2];
    found.push_back(std::move(group.habit));
  }
  std::stable_sort(found.begin(), found.end(), [](const Habit& a, const Habit& b) { return a.count > b.count; });
  return found;
}

std::vector<Habit> approved_by(const std::vector<Answered>& acts, const std::function<Key(const Answered&)>& key,
                               std::size_t least) {
  std::map<Key, Group> groups;
  for (const Answered& act : acts) {
    if (act.outcome.empty() || act.by_playbook || is_never_proposed(act.rule)) continue;
    Group& group = groups[key(act)];
    // Silence is no agreement either.
    group.refused = group.refused || act.outcome != "approved" || act.taken_back();
    if (act.outcome == "approved") add(group, act);
  }
  return habits(std::move(groups), least);
}

}  // namespace

bool is_never_proposed(std::string_view rule) {
  constexpr std::array<std::string_view, 7> rules = {"credential", "protected", "blocklist", "human",
                                                     "audit",      "captcha",   "custom"};
  return rule.starts_with("validator.") || std::find(rules.begin(), rules.end(), rule) != rules.end();
}

bool is_always_asked(std::string_view category) {
  constexpr std::array<std::string_view, 4> may_be_learned = {"submit", "confirm", "download", "close_unsaved"};
  return std::find(may_be_learned.begin(), may_be_learned.end(), category) == may_be_learned.end();
}

std::vector<Habit> always_approved(const std::vector<Answered>& acts) {
  return approved_by(
      acts,
      [](const Answered& act) {
        return Key{act.rule, act.code, act.target, act.place};
      },
      Habit::enough);
}

std::vector<Habit> approved_consequences(const std::vector<Answered>& acts) {
  std::vector<Answered> of_consequence;
  for (Answered act : acts) {
    if (act.rule != "irreversible" || is_always_asked(act.category)) continue;
    act.target.clear();
    act.place.clear();
    of_consequence.push_back(std::move(act));
  }
  auto found = approved_by(
      of_consequence,
      [](const Answered& act) {
        return Key{act.category, "", "", ""};
      },
      Habit::enough_to_propose);
  // One busy day is no habit.
  std::erase_if(found, [](const Habit& habit) { return habit.days() < 3; });
  return found;
}

std::vector<Habit> taken_back(const std::vector<Answered>& acts) {
  std::map<Key, Group> groups;
  for (const Answered& act : acts) {
    if (act.taken_back() && act.executed && act.outcome.empty()) add(groups[Key{act.target, act.place, "", ""}], act);
  }
  return habits(std::move(groups), 1);
}

}  // namespace interlock::cli
