#include "a11y/top_levels.h"

#include <algorithm>

#include "a11y/page_places.h"

namespace interlock::a11y {

namespace {

bool counts_drawn_pixels(const Toolkit& toolkit, const std::optional<SurfacePlaces>& surface) {
  return toolkit.hit_tests_in_drawn_pixels && surface && surface->client_scale != 1;
}

/// Where a frame's screen coordinates say that its window's corner lies.
Seen<Point> corner_of(const Seen<Rect>& on_screen, const Rect& in_window) {
  if (!on_screen) return tl::unexpected(on_screen.error());
  if (on_screen->empty()) return tl::unexpected(Unknown::unstable);
  return Point{on_screen->x - in_window.x, on_screen->y - in_window.y};
}

/// Nothing: none of the window's rectangles has the size of the frame. `corner`: counts_drawn_pixels.
std::optional<Space> space_in(const Window& window, const Toolkit& toolkit, const Rect& frame, Point corner) {
  if (!window.surface) return space_of(toolkit, window.rect, frame);
  const auto origin = origin_in(toolkit, *window.surface, frame);
  if (!origin) return std::nullopt;
  Space space(*origin, coordinates_of(toolkit), window.surface->scale);
  if (rounds_places(toolkit, *window.surface)) space.set_rounded();
  if (!counts_drawn_pixels(toolkit, window.surface)) return space;
  space.set_hits(corner, window.surface->client_scale);
  if (toolkit.pages_in_drawn_pixels) {
    space.set_pages(corner, window.surface->client_scale);
  } else if (corner != Point{}) {
    return std::nullopt;  // only seen without a corner
  }
  return space;
}

Awaitable<Seen<TopLevel>> with_parts(Look look, TopLevel top) {
  if (top.space.has_pages()) {
    const auto fit = co_await pages_fit(look, top.space, top.ref);
    if (!fit) co_return tl::unexpected(fit.error());
    if (!*fit) co_return tl::unexpected(Unknown::nothing_at_point);
  }
  if (!top.toolkit.draws_part_itself) co_return top;
  // What is known of this part was seen on X, in coordinates of the screen.
  if (top.toolkit.extents_relative_to_window) co_return tl::unexpected(Unknown::unsupported);
  auto drawn = co_await drawn_part(look, top.toolkit, top.ref);
  if (!drawn) co_return tl::unexpected(drawn.error());
  if (*drawn && (*drawn)->shift != Point{}) top.space.set_drawn((*drawn)->shift);
  top.drawn = std::move(*drawn);
  co_return top;
}

}  // namespace

Awaitable<bool> TopLevels::still(Look look, Entry entry) {
  auto requests = just(ask::extents(entry.ref, coordinates_of(entry.toolkit)));
  const bool with_corner = counts_drawn_pixels(entry.toolkit, entry.surface);
  if (with_corner) requests.push_back(ask::extents(entry.ref, Coordinates::screen));
  const auto replies = co_await look.ask(std::move(requests));
  const auto now = answer::rect(replies[0]);
  if (!now || *now != entry.frame) co_return false;
  if (!with_corner) co_return true;
  const auto corner = corner_of(answer::rect(replies[1]), *now);
  co_return corner&&* corner == entry.corner;
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
  if (const auto known = known_.find(window.id);
      known != known_.end() && known->second.window == window.rect && known->second.surface == window.surface) {
    const auto entry = known->second;
    const bool belongs = std::any_of(applications.begin(), applications.end(),
                                     [&](const Application& a) { return a.bus == entry.ref.bus; });
    // Places relative to the window do not tell where the window is.
    const bool may_wait = when == Verify::later && !entry.toolkit.extents_relative_to_window;
    bool same = belongs && may_wait;
    if (belongs && !may_wait) same = co_await still(look, entry);
    const auto space = same ? space_in(window, entry.toolkit, entry.frame, entry.corner) : std::nullopt;
    if (space) {
      TopLevel top{.ref = entry.ref, .toolkit = entry.toolkit, .sure = !may_wait};
      top.space = *space;
      co_return co_await completed(look, window, std::move(top));
    }
  }
  known_.erase(window.id);

  auto found = co_await candidates(look, std::move(applications), window);
  if (found.entries.empty()) co_return tl::unexpected(found.failure);
  const auto windows = co_await windows_beside(look, window);
  if (!windows) co_return tl::unexpected(windows.error());
  const auto wanted = std::find_if(windows->begin(), windows->end(), [&](const auto& w) { return w.id == window.id; });
  const auto chosen =
      frame_of(found.frames, *windows, static_cast<std::size_t>(std::distance(windows->begin(), wanted)));
  if (!chosen) co_return tl::unexpected(found.failure);
  auto& entry = found.entries[*chosen];
  if (counts_drawn_pixels(entry.toolkit, entry.surface)) {
    const auto on_screen = answer::rect(co_await look.ask(ask::extents(entry.ref, Coordinates::screen)));
    const auto corner = corner_of(on_screen, entry.frame);
    if (!corner) co_return tl::unexpected(corner.error());
    entry.corner = *corner;
  }
  if (known_.size() >= max_known) known_.clear();
  known_[window.id] = entry;
  TopLevel top{.ref = entry.ref, .toolkit = entry.toolkit};
  const auto space = space_in(window, entry.toolkit, entry.frame, entry.corner);
  if (!space) co_return tl::unexpected(Unknown::nothing_at_point);
  top.space = *space;
  co_return co_await completed(look, window, std::move(top));
}

/// With what is known of its parts and popups.
Awaitable<Seen<TopLevel>> TopLevels::completed(Look look, Window window, TopLevel top) const {
  if (window.surface) top.scale = window.surface->scale;
  if (window.surface && top.toolkit.popups_count_from_own_corner) {
    const auto windows = co_await windows_of_(*window.pid, look.deadline());
    if (!windows) co_return tl::unexpected(windows.is_none() ? Unknown::no_window : windows.why());
    for (const auto& each : *windows) {
      if (each.popup && each.surface) top.popups.push_back(*each.surface);
    }
  }
  co_return co_await with_parts(look, std::move(top));
}

Awaitable<TopLevels::Candidates> TopLevels::candidates(Look look, std::vector<Application> applications,
                                                       Window window) {
  std::vector<Request> requests;
  for (const auto& application : applications) {
    requests.push_back(ask::children({application.bus, root_path}));
  }
  const auto lists = co_await look.ask(std::move(requests));
  std::vector<Entry> entries;
  requests.clear();
  Candidates all;
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const auto children = answer::refs(lists[i]);
    if (!children) {
      all.failure = children.error();
      continue;
    }
    for (const auto& child : *children) {
      if (child.is_null() || child.bus != applications[i].bus) continue;  // another's: an embedded window
      const auto toolkit = on_display(applications[i].toolkit, window.surface);
      entries.push_back(
          {.ref = child, .toolkit = toolkit, .window = window.rect, .surface = window.surface, .frame = {}});
      requests.push_back(ask::extents(child, coordinates_of(toolkit)));
      requests.push_back(ask::name(child));
      requests.push_back(ask::states(child));
      requests.push_back(ask::role(child));
    }
  }
  const auto facts = co_await look.ask(std::move(requests));
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto extents = answer::rect(facts[4 * i]);
    const auto name = answer::string_property(facts[4 * i + 1]);
    const auto states = answer::states(facts[4 * i + 2]);
    const auto role = answer::role(facts[4 * i + 3]);
    if (!extents || !name || !states || !role) {
      const auto why = !extents ? extents.error() : !name ? name.error() : !states ? states.error() : role.error();
      if (is_fatal(why)) all.failure = why;
      continue;
    }
    entries[i].frame = *extents;
    all.frames.push_back({.toolkit = entries[i].toolkit,
                          .extents = *extents,
                          .name = *name,
                          .active = states->has(State::active),
                          .showing = states->has(State::showing),
                          .popup = *role == Role::window || *role == Role::tool_tip});
    all.entries.push_back(entries[i]);
  }
  co_return all;
}

/// All windows of the process, with what `window` itself is now if the window manager does not count it.
Awaitable<Seen<std::vector<ProgramWindow>>> TopLevels::windows_beside(Look look, Window window) const {
  auto windows = co_await windows_of_(*window.pid, look.deadline());
  if (!windows) co_return tl::unexpected(windows.is_none() ? Unknown::no_window : windows.why());
  std::erase_if(*windows.get(), [](const auto& each) { return each.popup; });
  const bool listed = std::any_of(windows->begin(), windows->end(), [&](const auto& w) { return w.id == window.id; });
  if (!listed) {
    ProgramWindow own{.id = window.id, .title = window.title, .places = just(window.rect)};
    own.surface = window.surface;
    windows->push_back(std::move(own));
  }
  co_return std::move(*windows);
}

}  // namespace interlock::a11y
