#include "daemon/path/approach.h"

#include <algorithm>

#include "daemon/process/pause.h"
#include "daemon/process/processor_watch.h"
#include "values/visit.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;

bool presses_by_pointer(const Action& action) {
  return std::visit(
      Overloaded{[](const AnyOf<Click, MouseDown, Drag, Scroll> auto&) { return true; },
                 [](const AnyOf<Move, Type, Key, KeyDown, KeyUp, MouseUp, Wait, Navigate, Sequence, SelectOption,
                                SetValue, FillForm, TypeSecret, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow,
                                RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport> auto&) { return false; }},
      action.body);
}

platform::Cancelled cancelled_for(const Shared& shared, const Session& session, const Step& step) {
  return [taken_over = shared.takeover.check(step), paused = shared.stops.flag(), stop = session.stop] {
    return *paused || *stop || taken_over();
  };
}

namespace {

/// A drag whose press is the second of a double click drags what that selects. It waits before the last look, which
/// must not be older than the press.
asio::awaitable<void> wait_for_single_press(const PointerRest& rest, Point at, platform::Cancelled cancelled) {
  constexpr std::chrono::milliseconds step{50};
  while (!cancelled()) {
    const auto now = steady_clock::now();
    const auto until = rest.double_click_until(at);
    if (now >= until) co_return;
    co_await pause_for(std::min<steady_clock::duration>(until - now, step));
  }
}

/// If other programs had the processors for this part of a page's time to react, it gets more.
constexpr int contended_part = 2;
constexpr std::chrono::milliseconds longest_held_up{1000};

/// Waits until the window's program was not held up for `reaction`.
asio::awaitable<void> wait_while_held_up(const Window& window, std::chrono::milliseconds reaction,
                                         platform::Cancelled cancelled) {
  constexpr std::chrono::milliseconds step{10};
  ProcessorWatch program(window);
  const auto begin = steady_clock::now();
  auto free_since = begin;
  for (auto now = begin; !cancelled() && now - begin < longest_held_up; now = steady_clock::now()) {
    if (program.look()) {
      free_since = now;
    } else if (now - free_since >= reaction) {
      co_return;
    }
    co_await pause_for(step);
  }
}

/// Waits until the page has had its time to react to the pointer, also on a machine where others have the processors.
asio::awaitable<void> until_reacted(const Shared& shared, const Reach& reach, const Step& step,
                                    platform::Cancelled cancelled) {
  const auto& view = step.seen.view;
  const auto reaction = shared.settings.approach;
  const bool in_page = step.seen.observation.document.get() != nullptr;
  std::optional<Contention> contention;
  if (in_page) contention.emplace(*view.window);
  const auto until = steady_clock::now() + shared.settings.observation_deadline + reaction;
  co_await reach.eyes.tree->reacted(*view.window, view.popup, *pointer_target(step.action), in_page, reaction, until);
  if (contention && contention->exceeds(reaction / contended_part))
    co_await wait_while_held_up(*view.window, reaction, std::move(cancelled));
}

}  // namespace

asio::awaitable<platform::Arrival> come(Shared& shared, const Session& session, const Step& step) {
  const Reach reach = shared.reach();
  if (!reach.hands) {
    co_return platform::Arrival{.refusal = platform::Refusal{"no_display", "there is no display to act on"}};
  }
  const auto& view = step.seen.view;
  auto cancelled = cancelled_for(shared, session, step);
  const auto* drag = std::get_if<Drag>(&step.action.body);
  if (drag != nullptr) co_await wait_for_single_press(shared.rest, drag->from, cancelled);
  const auto limit = steady_clock::now() + inject_limit;
  auto arrival = co_await reach.hands->approach(step.action, view, limit, cancelled);
  if (arrival.refusal || !view.window || !reach.eyes.tree) co_return arrival;
  const auto now = steady_clock::now();
  const Point at = *pointer_target(step.action);
  if (!arrival.was_there || !shared.rest.at_target_of(step)) shared.rest.came_to(at, view.window->id, now);
  arrival.was_there = shared.rest.long_before(now, shared.settings.approach);
  if (arrival.was_there) co_return arrival;
  co_await until_reacted(shared, reach, step, std::move(cancelled));
  co_return arrival;
}

}  // namespace interlock::daemon
