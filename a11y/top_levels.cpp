#include "a11y/top_levels.h"

#include <algorithm>
#include <tuple>

namespace interlock::a11y {

namespace {

Awaitable<Seen<TopLevel>> with_drawn(Look look, TopLevel top) {
  if (!top.toolkit.draws_part_itself) co_return top;
  auto drawn = co_await drawn_part(look, top.toolkit, top.ref);
  if (!drawn) co_return tl::unexpected(drawn.error());
  if (*drawn) top.space.drawn = (*drawn)->shift;
  top.drawn = std::move(*drawn);
  co_return top;
}

}  // namespace

Awaitable<bool> TopLevels::still(Look look, Entry entry) {
  const auto now = answer::rect(co_await look.ask(ask::extents(entry.ref, coordinates_of(entry.toolkit))));
  co_return now&&* now == entry.frame;
}

Awaitable<bool> TopLevels::confirm(Look look, std::uint64_t window, Known<Element> seen) {
  auto known = known_.find(window);
  if (known == known_.end()) co_return false;
  // An element that is where it was shows that its window is where it was.
  const bool placed = seen && !seen->extents.empty();
  if (placed) {
    const auto landmark = known->second.landmarks.find(seen->path);
    if (landmark != known->second.landmarks.end() && landmark->second == seen->extents) co_return true;
  }
  const auto entry = known->second;
  const bool same = co_await still(look, entry);
  known = known_.find(window);
  if (known == known_.end() || known->second.ref != entry.ref) co_return same;
  if (!same) {
    known_.erase(known);
  } else if (placed) {
    auto& landmarks = known->second.landmarks;
    if (landmarks.size() >= max_landmarks) landmarks.clear();
    landmarks[seen->path] = seen->extents;
  }
  co_return same;
}

Awaitable<Seen<TopLevel>> TopLevels::find(Look look, std::vector<Application> applications, Window window,
                                          Verify when) {
  if (const auto known = known_.find(window.id); known != known_.end() && known->second.window == window.rect) {
    const auto entry = known->second;
    const bool belongs = std::any_of(applications.begin(), applications.end(),
                                     [&](const Application& a) { return a.bus == entry.ref.bus; });
    // Places relative to the window do not tell where the window is.
    const bool may_wait = when == Verify::later && !entry.toolkit.extents_relative_to_window;
    bool same = belongs && may_wait;
    if (belongs && !may_wait) same = co_await still(look, entry);
    if (same) {
      TopLevel top{.ref = entry.ref, .toolkit = entry.toolkit, .sure = !may_wait};
      top.space = space_of(entry.toolkit, window.rect, entry.frame);
      co_return co_await with_drawn(look, std::move(top));
    }
  }
  known_.erase(window.id);

  std::vector<Request> requests;
  for (const auto& application : applications) {
    requests.push_back(ask::children({application.bus, root_path}));
  }
  const auto lists = co_await look.ask(std::move(requests));
  std::vector<Entry> candidates;
  requests.clear();
  auto failure = Unknown::nothing_at_point;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto children = answer::refs(lists[i]);
    if (!children) {
      failure = children.error();
      continue;
    }
    for (const auto& child : *children) {
      if (child.is_null() || child.bus != applications[i].bus) continue;  // another application's: an embedded window
      candidates.push_back({.ref = child, .toolkit = applications[i].toolkit, .window = window.rect, .frame = {}});
      requests.push_back(ask::extents(child, coordinates_of(applications[i].toolkit)));
      requests.push_back(ask::name(child));
      requests.push_back(ask::states(child));
    }
  }
  const auto facts = co_await look.ask(std::move(requests));
  const auto best = best_of(candidates, facts, window, failure);
  if (!best) co_return tl::unexpected(failure);
  if (known_.size() >= max_known) known_.clear();
  known_[window.id] = *best;
  TopLevel top{.ref = best->ref, .toolkit = best->toolkit};
  top.space = space_of(best->toolkit, window.rect, best->frame);
  co_return co_await with_drawn(look, std::move(top));
}

std::optional<TopLevels::Entry> TopLevels::best_of(const std::vector<Entry>& candidates,
                                                   const std::vector<dbus::Reply>& facts, const Window& window,
                                                   Unknown& failure) {
  using Rank = std::tuple<bool, bool, bool, bool, int>;  // the greatest wins
  std::optional<Rank> best_rank;
  std::optional<Entry> best;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const auto frame = answer::rect(facts[3 * i]);
    const auto name = answer::string_property(facts[3 * i + 1]);
    const auto states = answer::states(facts[3 * i + 2]);
    if (!frame || !name || !states) {
      const auto why = !frame ? frame.error() : !name ? name.error() : states.error();
      if (is_fatal(why)) failure = why;
      continue;
    }
    const auto away = distance(candidates[i].toolkit, window.rect, *frame);
    const bool titled = *name == window.title && !window.title.empty();
    if (!away && !(titled && frame->empty())) continue;
    const Rank rank{away.has_value(), titled, states->has(State::active), states->has(State::showing),
                    -away.value_or(0)};
    if (best_rank && rank <= *best_rank) continue;
    best_rank = rank;
    best = candidates[i];
    best->frame = *frame;
  }
  return best;
}

}  // namespace interlock::a11y
