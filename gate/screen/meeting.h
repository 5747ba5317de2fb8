/// Programs and pages in which people meet and talk. Coming and going there is no membership: who left joins again.
#pragma once

#include <cstdint>

#include "values/observation.h"

namespace interlock::gate {

/// What a window or page is for.
enum class Meeting : std::uint8_t {
  none,
  only,       ///< for meetings only
  and_teams,  ///< also for teams and groups, in which one is a member: their menus leave those
};

Meeting meeting_in(const Window& window);
/// By the page's address.
Meeting meeting_in(const Document& page);

}  // namespace interlock::gate
