#include "a11y/frame_match.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <string_view>

#include "a11y/space.h"

namespace interlock::a11y {
namespace {

/// Pixels, summed over the edges: rounding, and a border of one pixel.
constexpr int exact = 8;

/// How well a frame fits a window; the greater, the better.
struct Fit {
  bool titled = false;
  bool showing = false;
  int nearness = 0;  ///< 0: exactly there; negative: pixels away
  auto operator<=>(const Fit&) const = default;
};

/// Qt adds the application's name to the title that it gives to the window manager.
bool is_title(std::string_view title, std::string_view name) {
  if (name.empty() || !title.starts_with(name)) return false;
  const std::string_view rest = title.substr(name.size());
  return rest.empty() || rest.starts_with(" — ");
}

std::optional<Fit> fit_of(const Frame& frame, const ProgramWindow& window) {
  constexpr int not_told = -1000;
  Fit fit{.titled = is_title(window.title, frame.name), .showing = frame.showing, .nearness = not_told};
  if (frame.extents.empty()) return fit.titled ? std::optional(fit) : std::nullopt;
  if (window.surface) {
    if (!origin_in(frame.toolkit, *window.surface, frame.extents)) return std::nullopt;
    fit.nearness = 0;
    return fit;
  }
  std::optional<int> least;
  for (const Rect& place : window.places) {
    const auto away = distance(frame.toolkit, place, frame.extents);
    if (away && (!least || *away < *least)) least = away;
  }
  if (!least || (!fit.titled && *least > exact)) return std::nullopt;
  fit.nearness = -*least;
  return fit;
}

/// Where sizes alone are compared: whether the frame can be that of another window, which has none yet or whose own
/// size does not fit it.
bool may_be_of_another(const Frame& frame, const std::vector<Frame>& frames, const std::vector<ProgramWindow>& windows,
                       const ProgramWindow& window) {
  if (!frame.showing) return true;
  std::vector<ProgramWindow> titled;
  std::copy_if(windows.begin(), windows.end(), std::back_inserter(titled),
               [&](const auto& each) { return is_title(each.title, frame.name); });
  if (!is_title(window.title, frame.name)) return !titled.empty() || !each_has_a_frame(frames, windows);
  std::vector<Frame> named;
  std::copy_if(frames.begin(), frames.end(), std::back_inserter(named),
               [&](const auto& each) { return each.name == frame.name; });
  return !each_has_a_frame(named, titled);
}

using Fits = std::vector<std::vector<std::optional<Fit>>>;  // by window, then by frame

std::optional<Fit> best_of(const std::vector<std::optional<Fit>>& fits) {
  std::optional<Fit> best;
  for (const auto& fit : fits) best = std::max(best, fit);
  return best;
}

}  // namespace

bool each_has_a_frame(const std::vector<Frame>& frames, const std::vector<ProgramWindow>& windows) {
  const auto all = std::count_if(frames.begin(), frames.end(), [](const auto& each) { return !each.popup; });
  const auto showing =
      std::count_if(frames.begin(), frames.end(), [](const auto& each) { return !each.popup && each.showing; });
  const auto shown = std::count_if(windows.begin(), windows.end(), [](const auto& each) { return each.shown; });
  return showing >= shown && static_cast<std::size_t>(all) >= windows.size();
}

std::optional<std::size_t> frame_of(const std::vector<Frame>& frames, const std::vector<ProgramWindow>& windows,
                                    std::size_t wanted) {
  Fits fits;
  for (const auto& window : windows) {
    auto& row = fits.emplace_back();
    for (const auto& frame : frames) {
      const bool doubtful = window.surface && may_be_of_another(frame, frames, windows, window);
      row.push_back(doubtful ? std::nullopt : fit_of(frame, window));
    }
  }
  auto& own = fits[wanted];
  // What another window of the program fits better, and has nothing better, is that window's.
  for (std::size_t other = 0; other < windows.size(); ++other) {
    const auto best = best_of(fits[other]);
    for (std::size_t i = 0; other != wanted && best && i < frames.size(); ++i) {
      if (fits[other][i] == best && own[i] < best) own[i].reset();
    }
  }
  const auto best = best_of(own);
  if (!best) return std::nullopt;
  std::vector<std::size_t> equal;
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (own[i] == best) equal.push_back(i);
  }
  const auto claims = std::count_if(fits.begin(), fits.end(), [&](const auto& row) {
    return best_of(row) == best && std::any_of(equal.begin(), equal.end(), [&](auto i) { return row[i] == best; });
  });
  if (static_cast<std::size_t>(claims) > equal.size()) return std::nullopt;
  if (equal.size() == 1) return equal.front();
  const auto as_active = [&](std::size_t i) { return frames[i].active == windows[wanted].active; };
  const auto chosen = std::count_if(equal.begin(), equal.end(), as_active);
  // Only one window: what else has its title and place was left behind by the program.
  if (claims > 1 && chosen != 1) return std::nullopt;
  const auto first = std::find_if(equal.begin(), equal.end(), as_active);
  return first == equal.end() ? equal.front() : *first;
}

}  // namespace interlock::a11y
