/// Fields of dates and times in browsers: parts for year, month, week, day, hours, minutes, which take digits. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "values/observation.h"

namespace interlock::daemon {

enum class DatePart : std::uint8_t { year, month, week, day, hours, minutes, seconds, half };  ///< half: AM or PM
inline constexpr std::size_t date_parts = 8;

/// Numbers by part; `half` is left out.
using DateTime = std::array<std::optional<int>, date_parts>;

/// "2026-11-24", "2026-11", "2026-W48", "14:05", "14:05:30", "2026-11-24T14:05".
std::optional<DateTime> parse_date_time(std::string_view text);

/// Whether these elements, those in a field, are the parts of a date or time.
bool has_date_parts(const std::vector<Element>& inside);

/// Whether all of these elements are parts of one date or time, or only go with it: separators, a button for a
/// calendar.
bool is_one_date(const std::vector<Element>& inside);

/// No part of it is filled in.
bool is_empty_date(const std::vector<Element>& inside);

/// What the parts hold, as parse_date_time() reads it; nothing if not all are filled in.
std::optional<std::string> date_text(const std::vector<Element>& inside);

struct NextDatePart {
  std::size_t part = 0;                     ///< index of the first part that holds something else
  std::string digits = {};                  ///< what to type there; empty: all hold what they should
  std::optional<std::size_t> focused = {};  ///< index of the part that has the focus
};
/// Nothing if there is no part for a number of `wanted`. `typed`: the parts that were typed into; another one that
/// holds 0 may be empty.
std::optional<NextDatePart> next_date_part(const std::vector<Element>& inside, const DateTime& wanted,
                                           const std::vector<std::size_t>& typed);

}  // namespace interlock::daemon
