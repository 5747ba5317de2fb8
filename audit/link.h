/// What chains the records of the audit log: each carries, as `prev`, the SHA-256 of the line before it. A line that
/// was changed, dropped, put in or moved breaks the chain at the next one; a log that was rewritten from some line to
/// its end has another head than the one that was told elsewhere (the journal, `interlockctl status`).
#pragma once

#include <string>
#include <string_view>

namespace interlock::audit {

/// SHA-256 (FIPS 180-4) of `bytes` as 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

/// What the record after `line` carries; `line` without its newline.
inline std::string link_of(std::string_view line) {
  return sha256(line);
}

/// What the first record of all carries.
inline constexpr std::string_view no_link = "0000000000000000000000000000000000000000000000000000000000000000";

}  // namespace interlock::audit
