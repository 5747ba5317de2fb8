/// Programs and pages in which people meet and talk. Coming and going there is no membership: who left joins again.
#pragma once

#include "values/observation.h"

namespace interlock::gate {

bool holds_meeting(const Window& window);
/// By the page's address.
bool holds_meeting(const Document& page);

}  // namespace interlock::gate
