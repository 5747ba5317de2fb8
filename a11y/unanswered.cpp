#include "a11y/unanswered.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>
#include <vector>

#include "a11y/ancestry.h"
#include "a11y/nodes.h"
#include "a11y/settled.h"

namespace interlock::a11y {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int32_t most_leaves = 1000;
constexpr std::size_t most_marks = 6;
/// From a corner into an element.
constexpr std::int32_t inset = 2;

Awaitable<void> wait_step() {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, settle_step);
  co_await timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
}

/// The shown elements of these roles whose box has the point.
Awaitable<Seen<std::vector<Ref>>> boxes_at(Look look, Space space, Request wanted, Point at) {
  const auto listed = answer::refs(co_await look.ask(std::move(wanted)));
  if (!listed && is_fatal(listed.error())) co_return tl::unexpected(listed.error());
  std::vector<Ref> found;
  if (!listed) co_return found;
  std::vector<Request> requests;
  for (const Ref& each : *listed) requests.push_back(ask::extents(each, space.coordinates));
  const auto replies = co_await look.ask(std::move(requests));
  for (std::size_t i = 0; i < listed->size(); ++i) {
    const auto box = answer::rect(replies[i]);
    if (!box && is_fatal(box.error())) co_return tl::unexpected(box.error());
    if (box && space.on_screen(*box, space.has_pages()).contains(at)) found.push_back((*listed)[i]);
  }
  co_return found;
}

std::vector<Role> leaf_roles() {
  return {Role::menu_item,    Role::check_menu_item, Role::radio_menu_item, Role::page_tab,
          Role::radio_button, Role::check_box,       Role::toggle_button,   Role::list_item};
}

/// What has no children in Chromium's tree, at the point.
Awaitable<Seen<std::vector<Ref>>> leaves_at(Look look, TopLevel top, Point at) {
  States shown;
  shown.add(State::showing);
  auto found = co_await boxes_at(look, top.space, ask::matches(top.ref, shown, leaf_roles(), most_leaves), at);
  if (!found || found->empty()) co_return found;
  const auto nodes = co_await read_nodes(look, top.space, std::move(*found));
  if (!nodes) co_return tl::unexpected(nodes.error());
  std::vector<Ref> leaves;
  for (const Node& node : *nodes) {
    // An option; the items of other lists hold what is in them.
    if (node.role != Role::list_item || node.states.has(State::selectable)) leaves.push_back(node.ref);
  }
  co_return leaves;
}

Awaitable<Seen<Ref>> hit_now(Look look, TopLevel top, Point at) {
  auto reply = co_await look.ask_again(ask::at_point(top.ref, top.space.inside(at), top.space.coordinates));
  co_return answer::ref(reply);
}

/// The answer for a point after `settle_time`, which its first answer had if the renderer gave none.
struct Twice {
  Ref first;
  Ref last;
};

Awaitable<Seen<Twice>> hit_twice(Look look, TopLevel top, Point at) {
  const auto first = co_await hit_now(look, top, at);
  if (!first) co_return tl::unexpected(first.error());
  auto last = first;
  const auto until = Clock::now() + settle_time;
  while (*last == *first && Clock::now() < until) {
    co_await wait_step();
    last = co_await hit_now(look, top, at);
    if (!last) co_return tl::unexpected(last.error());
  }
  co_return Twice{.first = *first, .last = *last};
}

/// Corners of what is around the element: points where something else is hit that contains the point in question.
Awaitable<Seen<std::vector<Point>>> marks_around(Look look, TopLevel top, std::vector<PathNode> steps, Point at) {
  std::vector<Point> marks;
  std::vector<Ref> around;
  for (std::size_t i = 1; i < steps.size(); ++i) around.push_back(steps[i].ref);
  const auto nodes = co_await read_nodes(look, top.space, std::move(around));
  if (!nodes) co_return tl::unexpected(nodes.error());
  for (const Node& node : *nodes) {
    const Rect& box = node.extents;
    if (!box.contains(at) || box.width <= 2 * inset || box.height <= 2 * inset) continue;
    const auto right = box.x + box.width - 1 - inset;
    const auto bottom = box.y + box.height - 1 - inset;
    marks.push_back({box.x + inset, box.y + inset});
    marks.push_back({right, bottom});
    marks.push_back({box.x + inset, bottom});
  }
  co_return marks;
}

/// A hit at `mark` is what Chromium repeats for the point if its renderer answers nothing there. Nothing if it does not
/// repeat it, so that this mark says nothing.
Awaitable<Seen<std::optional<Twice>>> after_mark(Look look, TopLevel top, Point mark, Point at) {
  const auto marked = co_await hit_twice(look, top, mark);
  if (!marked) co_return tl::unexpected(marked.error());
  const auto here = co_await hit_twice(look, top, at);
  if (!here) co_return tl::unexpected(here.error());
  if (here->first != marked->last) co_return std::optional<Twice>();
  co_return std::optional<Twice>(*here);
}

/// The options of a list that is closed report its place, and an open one in a page answers for its options.
bool is_of_list(const std::vector<PathNode>& steps, const PathNode& answer) {
  return std::any_of(steps.begin(), steps.end(), [&](const PathNode& step) {
    return step.role == Role::combo_box || (answer.role == Role::list_box && step.ref == answer.ref);
  });
}

}  // namespace

Awaitable<Seen<Ref>> answered(Look whole, TopLevel top, Ref answer, Point at) {
  const Look look = whole.apart(Clock::now() + unanswered_time);
  auto leaves = co_await leaves_at(look, top, at);
  if (!leaves) co_return tl::unexpected(leaves.error());
  if (leaves->empty()) co_return answer;
  Parents parents;
  const auto steps = co_await ancestry(look, top.toolkit, answer, parents);
  if (!steps) co_return tl::unexpected(steps.error());
  const auto all = *leaves;
  std::erase_if(*leaves, [&](const Ref& leaf) {
    return std::any_of(steps->begin(), steps->end(), [&](const PathNode& step) { return step.ref == leaf; });
  });
  std::vector<std::vector<PathNode>> chains;
  for (const Ref& leaf : *leaves) {
    auto chain = co_await ancestry(look, top.toolkit, leaf, parents);
    if (!chain) co_return tl::unexpected(chain.error());
    if (!is_of_list(*chain, steps->front())) chains.push_back(std::move(*chain));
  }
  if (chains.empty()) co_return answer;

  std::size_t tried = 0;
  for (const auto& chain : chains) {
    const auto marks = co_await marks_around(look, top, chain, at);
    if (!marks) co_return tl::unexpected(marks.error());
    for (const Point mark : *marks) {
      if (tried++ == most_marks) co_return tl::unexpected(Unknown::nothing_at_point);
      const auto here = co_await after_mark(look, top, mark, at);
      if (!here) co_return tl::unexpected(here.error());
      // A mark in one of the leaves would be repeated as if it were the answer.
      if (!*here || std::find(all.begin(), all.end(), (*here)->first) != all.end()) continue;
      if ((*here)->last != (*here)->first) co_return (*here)->last;
      const bool only = chains.size() == 1 && leaves->size() == all.size();
      if (only) co_return chain.front().ref;
      co_return tl::unexpected(Unknown::nothing_at_point);
    }
  }
  co_return tl::unexpected(Unknown::nothing_at_point);
}

}  // namespace interlock::a11y
