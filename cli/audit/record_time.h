/// The times of audit records.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace interlock::cli {

/// Milliseconds since 1970 (UTC) of "2026-11-20T19:14:55.123456Z"; returns nothing for any other text.
std::optional<std::int64_t> time_of_record(const std::string& time);

}  // namespace interlock::cli
