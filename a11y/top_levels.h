/// Finds the top-level accessible (frame, dialog, window) of an X window.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "a11y/directory.h"
#include "a11y/vcl.h"
#include "values/observation.h"

namespace interlock::a11y {

struct TopLevel {
  Ref ref;
  Toolkit toolkit;
  Space space;
  std::optional<Drawn> drawn;  ///< LibreOffice's
  bool sure = true;            ///< false: remembered, and not yet confirmed
};

/// Remembers the accessible of each X window; a remembered one is verified each time, by its extents or by those of an
/// element in it (docs/decisions/0005-what-a-look-may-remember.md).
class TopLevels {
 public:
  /// The child of the applications that is in the window's place; of several, the one with the window's title, then the
  /// active one, then the showing one. By title alone if extents are not reported. nothing_at_point if none matches.
  /// With `later`, a remembered one may be returned that is not `sure`: the caller confirms it.
  enum class Verify { now, later };
  Awaitable<Seen<TopLevel>> find(Look look, std::vector<Application> applications, Window window,
                                 Verify when = Verify::now);
  /// Whether the remembered top-level is still `window`'s, after its own hit test returned this element. If it is not,
  /// it is forgotten.
  Awaitable<bool> confirm(Look look, std::uint64_t window, Known<Element> seen);

 private:
  static constexpr std::size_t max_known = 256;
  static constexpr std::size_t max_landmarks = 64;  ///< of one window
  struct Entry {
    Ref ref;
    Toolkit toolkit;
    Rect window;
    Rect frame;
    /// Places of its elements, by path, at a time when its own extents were `frame`.
    std::map<std::string, Rect> landmarks = {};
  };
  Awaitable<bool> still(Look look, Entry entry);
  /// The candidate that is `window`, by what was asked about each: extents, name, states. Nothing if none is;
  /// `failure` is then why.
  static std::optional<Entry> best_of(const std::vector<Entry>& candidates, const std::vector<dbus::Reply>& facts,
                                      const Window& window, Unknown& failure);

  std::map<std::uint64_t, Entry> known_;
};

}  // namespace interlock::a11y
