/// Ids and times of audit records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace interlock::audit {

/// Microseconds since 1970 (UTC) as 11 characters of Crockford's base 32, lower case: sorts like the number, has no
/// look-alike letters, and lasts until the year 3111.
std::string record_id(std::uint64_t microseconds);
std::optional<std::uint64_t> record_id_value(std::string_view id);

/// "2026-11-20T19:14:55.123456Z" (RFC 3339).
std::string record_time(std::uint64_t microseconds);

}  // namespace interlock::audit
