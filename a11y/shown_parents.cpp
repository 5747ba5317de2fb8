#include "a11y/shown_parents.h"

#include <set>

namespace interlock::a11y {

Awaitable<std::map<Ref, Ref>> shown_parents(Look look, std::vector<std::pair<Ref, Ref>> elements, Ref root) {
  constexpr int most_steps = 16;
  std::set<Ref> shown{root};
  for (const auto& [element, parent] : elements) shown.insert(element);
  std::set<Ref> wanted;
  for (const auto& [element, parent] : elements) {
    if (!shown.contains(parent)) wanted.insert(parent);
  }
  std::map<Ref, Ref> between;  // the parents of hidden nodes
  for (int step = 0; step < most_steps && !wanted.empty(); ++step) {
    std::vector<Ref> asked;
    std::vector<Request> requests;
    for (const auto& ref : wanted) {
      if (ref.is_null() || between.contains(ref)) continue;
      asked.push_back(ref);
      requests.push_back(ask::parent(ref));
    }
    const auto replies = co_await look.ask(std::move(requests));
    wanted.clear();
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto parent = answer::ref_property(replies[i]);
      if (!parent) continue;
      between.emplace(asked[i], *parent);
      if (!shown.contains(*parent)) wanted.insert(*parent);
    }
  }
  std::map<Ref, Ref> found;
  for (const auto& [element, parent] : elements) {
    auto above = parent;
    for (int step = 0; step < most_steps && !shown.contains(above); ++step) {
      const auto next = between.find(above);
      if (next == between.end()) break;
      above = next->second;
    }
    if (shown.contains(above)) found.emplace(element, above);
  }
  co_return found;
}

}  // namespace interlock::a11y
