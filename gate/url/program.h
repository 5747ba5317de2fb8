/// URLs that carry what runs when they are opened.
#pragma once

#include <string_view>

#include "gate/url/url.h"

namespace interlock::gate::url {

/// What a URL carries: nothing that runs, a script for the page that is open, or a page of its own, which may hold one.
enum class Carries { nothing, script, page };

/// `text`: the URL as it was given; `leads_to`: where it leads, without what is wrapped around it. A `data:` URL
/// carries a page unless its type is one that browsers only show or play; the same goes for `blob:` and `filesystem:`,
/// whose content nobody has seen.
Carries carried_by(std::string_view text, const Url& leads_to);

}  // namespace interlock::gate::url
