/// How a browser interprets text that is typed into its address bar and submitted with Return.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gate/url/url.h"

namespace interlock::gate::url {

/// The URL that it opens: "example.com" is https://example.com; "localhost:8080" and "/etc/hosts" are URLs as well.
/// Nothing if it searches for the words, or does nothing. The result need not be a valid URL.
std::optional<std::string> opened_by(std::string_view typed);

/// Where a URL finally leads: removes view-source:, blob:, filesystem:, jar: and similar wrappers.
Parsed destination_of(std::string_view text);

/// about:blank, and the pages that browsers show in new tabs.
bool is_blank_page(const Url& url);

}  // namespace interlock::gate::url
