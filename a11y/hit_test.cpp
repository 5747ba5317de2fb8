#include "a11y/hit_test.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "a11y/ancestry.h"
#include "a11y/unanswered.h"

namespace interlock::a11y {
namespace {

constexpr int max_steps = 16;

/// Repeats the hit test in each answer until it stops changing: most toolkits answer with the child, Chromium with the
/// leaf.
Awaitable<Seen<Ref>> descend(Look look, TopLevel top, Point at, bool again = false) {
  const auto inside = top.space.inside(at);
  auto here = top.ref;
  for (int step = 0; step < max_steps; ++step) {
    const auto request = ask::at_point(here, inside, top.space.coordinates);
    dbus::Reply reply;
    if (again) {
      reply = co_await look.ask_again(request);
    } else {
      reply = co_await look.ask(request);
    }
    const auto next = answer::ref(reply);
    if (!next && next.error() == Unknown::unstable && step > 0) co_return here;  // a leaf without Component
    if (!next) co_return next;
    if (next->is_null() || *next == here) co_return here;
    here = *next;
    if (top.toolkit.hit_test_names_leaf) co_return here;
    if (top.toolkit.childless_is_leaf) {
      // These are needed for the ancestry anyway; another hit test is not.
      const auto facts = answer::facts(co_await look.ask(ask::facts(here)));
      if (facts && facts->children == 0) co_return here;
    }
  }
  co_return here;
}

/// In the part that LibreOffice draws, each object uses its own coordinates; GTK's widgets are in it as well.
Awaitable<Seen<Ref>> descend_drawn(Look look, TopLevel top, Point at) {
  const auto& shift = top.drawn->shift;
  const Point reported{at.x - shift.x, at.y - shift.y};
  auto here = top.drawn->root;
  bool drawn = true;
  for (int step = 0; step < max_steps; ++step) {
    const auto next = answer::ref(co_await look.ask(ask::at_point(here, drawn ? reported : at, Coordinates::screen)));
    if (!next && next.error() == Unknown::unstable && step > 0) co_return here;
    if (!next) co_return next;
    if (next->is_null() || *next == here) co_return here;
    here = *next;
    const auto attributes = answer::attributes(co_await look.ask(ask::attributes(here)));
    if (!attributes && is_fatal(attributes.error())) co_return tl::unexpected(attributes.error());
    drawn = is_drawn(attributes);
  }
  co_return here;
}

Awaitable<void> pause(Deadline until) {
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor, until);
  co_await timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
}

Awaitable<Seen<Ref>> settle(Look look, TopLevel top, std::uint64_t window, Point at, Settled& settled) {
  using Clock = std::chrono::steady_clock;
  auto since = Clock::now();
  auto answer = co_await descend(look, top, at);
  if (!answer) co_return answer;
  if (settled.confirms(window, at, *answer, since)) co_return answer;
  for (auto asked = since; asked - since < settle_time;) {
    if (asked + settle_step >= look.deadline()) co_return tl::unexpected(Unknown::unstable);
    co_await pause(asked + settle_step);
    asked = Clock::now();
    const auto next = co_await descend(look, top, at, true);
    if (!next) co_return next;
    if (*next != *answer) since = asked;
    answer = next;
  }
  settled.remember(window, at, *answer, Clock::now());
  co_return answer;
}

/// The element at the point, by an answer that has settled. The search for what has no answer asks for the whole page,
/// which took Chromium 70 ms with 7,500 nodes, so it is not repeated at once.
Awaitable<Seen<Ref>> answered_there(Look look, TopLevel top, std::uint64_t window, Point at, Ref answer,
                                    Settled& settled) {
  const auto now = std::chrono::steady_clock::now();
  if (auto there = settled.found(window, at, answer, now)) co_return std::move(*there);
  auto there = co_await answered(look, top, answer, at);
  if (there) settled.remember_found(window, at, answer, *there, now);
  co_return there;
}

/// Whether a press on the box is one on the control around it.
bool is_pressed_whole(Role role) {
  return role == Role::push_button || role == Role::toggle_button || role == Role::combo_box ||
         role == Role::spin_button || role == Role::link || role == Role::menu_item;
}

Awaitable<bool> is_in_control(Look look, Toolkit toolkit, Ref box) {
  if (!toolkit.controls_hold_layout) co_return false;
  Parents parents;
  const auto steps = co_await ancestry(look, toolkit, std::move(box), parents);
  if (!steps) co_return false;
  const auto control = actionable(*steps);
  co_return control > 0 && is_pressed_whole((*steps)[control].role);
}

/// A GTK 3 notebook's tab hands a hit test on to its page, though the page lies elsewhere and may be hidden.
Awaitable<Seen<std::optional<Ref>>> tab_around(Look look, Space space, Ref page, Point at) {
  const auto parent = answer::ref_property(co_await look.ask(ask::parent(page)));
  if (!parent && is_fatal(parent.error())) co_return tl::unexpected(parent.error());
  if (!parent || parent->is_null()) co_return std::optional<Ref>();
  const auto nodes = co_await read_nodes(look, space, just(*parent));
  if (!nodes) co_return tl::unexpected(nodes.error());
  const bool tab = !nodes->empty() && nodes->front().role == Role::page_tab && nodes->front().extents.contains(at);
  co_return tab ? std::optional<Ref>(*parent) : std::nullopt;
}

/// The part of the cell that contains the point. `part` is what the hit test returned; it is kept if it contains the
/// point, or if no other part does.
Awaitable<Seen<Ref>> part_of_cell(Look look, Space space, Ref part, Point at) {
  const auto here = co_await read_nodes(look, space, just(part));
  if (!here) co_return tl::unexpected(here.error());
  if (here->empty() || here->front().extents.contains(at)) co_return part;
  const auto cell = answer::ref_property(co_await look.ask(ask::parent(part)));
  if (!cell && is_fatal(cell.error())) co_return tl::unexpected(cell.error());
  if (!cell || cell->is_null()) co_return part;
  const auto role = answer::role(co_await look.ask(ask::role(*cell)));
  if (!role && is_fatal(role.error())) co_return tl::unexpected(role.error());
  if (!role || *role != Role::table_cell) co_return part;
  const auto parts = co_await read_children(look, space, just(*cell));
  if (!parts) co_return tl::unexpected(parts.error());
  const auto found = std::find_if(parts->begin(), parts->end(), [&](const Node& each) {
    return each.role == Role::table_cell && each.extents.contains(at);
  });
  co_return found == parts->end() ? part : found->ref;
}

/// For a list of options, Chromium's hit test returns the list or an option. If it returns the list, the option at the
/// point is searched for in it.
/// `window_alone`: nothing but the window itself was found, and it is not mute.
Awaitable<Seen<Ref>> hit_once(Look look, TopLevel top, std::uint64_t window, Point at, Settled& settled,
                              Certainty certainty, bool& window_alone) {
  Seen<Ref> leaf;
  if (top.toolkit.hit_test_answers_late && certainty == Certainty::provisional) {
    leaf = co_await descend(look, top, at);
    if (leaf) leaf = co_await descend(look, top, at, true);
  } else if (top.toolkit.hit_test_answers_late) {
    leaf = co_await settle(look, top, window, at, settled);
    // The window itself is no answer for a page: it may have just been woken, and is looked at again.
    if (leaf && *leaf != top.ref) leaf = co_await answered_there(look, top, window, at, *leaf, settled);
  } else if (top.drawn && top.drawn->area.contains(at)) {
    leaf = co_await descend_drawn(look, top, at);
  } else {
    leaf = co_await descend(look, top, at);
  }
  if (!leaf) co_return leaf;
  const auto role = answer::role(co_await look.ask(ask::role(*leaf)));
  if (!role) co_return tl::unexpected(role.error());
  if (*role == Role::table_cell && top.toolkit.cells_answer_with_first_part)
    co_return co_await part_of_cell(look, top.space, *leaf, at);
  const bool finds_list = top.toolkit.hit_test_answers_late && *role == Role::list_box;
  if (!is_container(*role) && !finds_list) co_return leaf;

  const auto found = co_await search_at(look, {top.toolkit, top.space}, *leaf, at);
  if (!found) co_return tl::unexpected(found.error());
  if (*found) co_return (*found)->ref;
  if (finds_list) co_return leaf;
  const auto tab = co_await tab_around(look, top.space, *leaf, at);
  if (!tab) co_return tl::unexpected(tab.error());
  if (*tab) co_return **tab;
  const bool in_control = co_await is_in_control(look, top.toolkit, *leaf);
  if (in_control) co_return leaf;
  if (*leaf == top.ref) {
    const auto mute = co_await is_mute(look, top.ref);
    if (!mute) co_return tl::unexpected(mute.error());
    if (*mute) co_return tl::unexpected(Unknown::accessibility_off);
    window_alone = true;
  }
  co_return tl::unexpected(Unknown::nothing_at_point);
}

}  // namespace

Awaitable<Seen<Ref>> hit_test(Look look, TopLevel top, std::uint64_t window, Point at, Settled& settled,
                              Certainty certainty) {
  bool window_alone = false;
  auto found = co_await hit_once(look, top, window, at, settled, certainty, window_alone);
  // A browser that was just woken may have got its tree after its window had answered.
  if (window_alone && top.toolkit.hit_test_answers_late)
    found = co_await hit_once(look, top, window, at, settled, certainty, window_alone);
  co_return found;
}

}  // namespace interlock::a11y
