/// URLs that contain code that runs when they are opened.
#pragma once

#include <string_view>

#include "gate/url/url.h"

namespace interlock::gate::url {

/// What a URL contains: no code, a script for the open page, or a page of its own, which may contain scripts.
enum class Carries { nothing, script, page };

/// `text`: the URL as it was given; `leads_to`: its destination without wrappers. A `data:` URL contains a page unless
/// its type is one that browsers only show or play; so do `blob:` and `filesystem:` URLs, whose content is unknown.
Carries carried_by(std::string_view text, const Url& leads_to);

}  // namespace interlock::gate::url
