/// The top-level accessible (frame, dialog, window) of an X window.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "a11y/directory.h"
#include "gate/observation.h"

namespace interlock::a11y {

struct TopLevel {
  Ref ref;
  Toolkit toolkit = Toolkit::other;
  Space space;
};

/// Remembers which accessible is which X window's; what is remembered is verified by its extents each time.
class TopLevels {
 public:
  /// Among the applications' children the one that lies where the window lies; of several the one with its title, then
  /// the active, then the showing one. By title alone where extents are not told. nothing_at_point when none matches.
  Awaitable<Seen<TopLevel>> find(Look look, std::vector<Application> applications, gate::Window window);
  void forget(std::uint64_t window) { known_.erase(window); }

 private:
  static constexpr std::size_t max_known = 256;
  struct Entry {
    Ref ref;
    Toolkit toolkit = Toolkit::other;
    gate::Rect window;
    gate::Rect frame;
  };
  Awaitable<bool> still(Look look, Entry entry);

  std::map<std::uint64_t, Entry> known_;
};

}  // namespace interlock::a11y
