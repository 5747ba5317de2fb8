/// Paths of URLs: dot segments resolved, encoded, as the URL Standard serialises them.
#pragma once

#include <string>
#include <string_view>

namespace interlock::gate::url {

/// `text` is the part after the host, up to the query: empty, or from its slash on (which a file: URL may lack).
std::string path_of(std::string_view text, std::string_view scheme, bool special);

/// "C:" or "C|".
bool is_windows_drive(std::string_view text);

}  // namespace interlock::gate::url
