/// The top-level accessible (frame, dialog, window) of an X window.
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
  bool sure = true;            ///< false: remembered, and still to be confirmed
};

/// Remembers which accessible is which X window's; what is remembered is verified each time, by its extents or by those
/// of an element in it (docs/decisions/0005-what-a-look-may-remember.md).
class TopLevels {
 public:
  /// Among the applications' children the one that lies where the window lies; of several the one with its title, then
  /// the active, then the showing one. By title alone where extents are not told. nothing_at_point when none matches.
  /// With `later` a remembered one may come back that is not `sure`: the caller confirms it.
  enum class Verify { now, later };
  Awaitable<Seen<TopLevel>> find(Look look, std::vector<Application> applications, Window window,
                                 Verify when = Verify::now);
  /// Whether the remembered top-level is still `window`'s, after a look into it by its own hit test saw this element.
  /// Where it is not, it is forgotten.
  Awaitable<bool> confirm(Look look, std::uint64_t window, Known<Element> seen);

 private:
  static constexpr std::size_t max_known = 256;
  static constexpr std::size_t max_landmarks = 64;  ///< of one window
  struct Entry {
    Ref ref;
    Toolkit toolkit;
    Rect window;
    Rect frame;
    /// Where elements in it lay, by path, while its own extents were seen to be `frame`.
    std::map<std::string, Rect> landmarks = {};
  };
  Awaitable<bool> still(Look look, Entry entry);

  std::map<std::uint64_t, Entry> known_;
};

}  // namespace interlock::a11y
