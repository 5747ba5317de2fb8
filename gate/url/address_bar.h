/// What a browser makes of text that is typed into its address bar and sent off with Return.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "gate/url/url.h"

namespace interlock::gate::url {

/// The URL that it opens: "example.com" is https://example.com, "localhost:8080" and "/etc/hosts" are URLs, too.
/// Nothing: words to search for, or nothing at all. What is returned need not parse.
std::optional<std::string> opened_by(std::string_view typed);

/// Where a URL leads in the end: what is wrapped in view-source:, blob:, filesystem:, jar: and their like is unwrapped.
Parsed destination_of(std::string_view text);

/// about:blank, and the pages that browsers open new tabs with.
bool is_blank_page(const Url& url);

}  // namespace interlock::gate::url
