#include "a11y/popup_places.h"

#include <cstdlib>

namespace interlock::a11y {
namespace {

/// How far corners may be apart, in logical pixels: pixels of the screen are rounded.
constexpr std::int64_t rounding = 1;

Point apart(const Rect& on_screen, const Rect& in_window) {
  return {on_screen.x - in_window.x, on_screen.y - in_window.y};
}

bool is_near(Point a, Point b) {
  return std::abs(std::int64_t{a.x} - b.x) <= rounding && std::abs(std::int64_t{a.y} - b.y) <= rounding;
}

}  // namespace

Placed placed(const TopLevel& top, const Rect& in_window, const Rect& on_screen, Point home) {
  if (in_window.empty() || on_screen.empty()) return {};
  const Point from_screen = apart(on_screen, in_window);
  const Point shift{from_screen.x - home.x, from_screen.y - home.y};
  const bool in_itself = is_near(shift, {});
  std::optional<std::size_t> popup;
  for (std::size_t i = 0; i < top.popups.size(); ++i) {
    if (!is_near(shift, top.space.inside_corner(top.popups[i].frame))) continue;
    if (in_itself || popup) return {};
    popup = i;
  }
  if (in_itself) return {top.space.on_screen(in_window), std::nullopt};
  if (!popup) return {};
  const Space space = top.space.in_popup(top.popups[*popup].buffer, Coordinates::window);
  return {space.on_screen(in_window), popup};
}

Awaitable<Seen<std::vector<Placed>>> places_with_popups(Look look, TopLevel top, std::vector<Ref> refs) {
  refs.insert(refs.begin(), top.ref);
  std::vector<Request> requests;
  for (const auto& ref : refs) {
    requests.push_back(ask::extents(ref, Coordinates::window));
    requests.push_back(ask::extents(ref, Coordinates::screen));
  }
  const auto replies = co_await look.ask(std::move(requests));
  const auto in_window = answer::rect(replies[0]), on_screen = answer::rect(replies[1]);
  if (!in_window || !on_screen) co_return tl::unexpected((in_window ? on_screen : in_window).error());
  const Point home = apart(*on_screen, *in_window);
  std::vector<Placed> found;
  for (std::size_t i = 1; i < refs.size(); ++i) {
    const auto window = answer::rect(replies[2 * i]), screen = answer::rect(replies[2 * i + 1]);
    found.push_back(window && screen ? placed(top, *window, *screen, home) : Placed{});
  }
  co_return found;
}

}  // namespace interlock::a11y
