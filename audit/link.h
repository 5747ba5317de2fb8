/// The hash chain of the audit log: each record has, as `prev`, the SHA-256 of the line before it. A line that was
/// changed, removed, inserted or moved breaks the chain at the next line; a log that was rewritten up to its end has
/// another head than the one reported elsewhere (the journal, `interlockctl status`).
#pragma once

#include <string>
#include <string_view>

#include "approval/digest.h"

namespace interlock::audit {

/// SHA-256 (FIPS 180-4) of `bytes` as 64 lower-case hexadecimal digits.
inline std::string sha256(std::string_view bytes) {
  return approval::sha256_hex(bytes);
}

/// `prev` of the record after `line`; `line` without its newline.
inline std::string link_of(std::string_view line) {
  return sha256(line);
}

/// `prev` of the very first record.
inline constexpr std::string_view no_link = "0000000000000000000000000000000000000000000000000000000000000000";

}  // namespace interlock::audit
