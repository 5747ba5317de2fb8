#include "values/tool_call.h"

#include <algorithm>
#include <array>

#include "values/text.h"
#include "values/utf8.h"

namespace interlock {

bool has_failed(const ToolResult& result) {
  static constexpr auto beginnings =
      std::to_array<std::string_view>({"error", "traceback (most recent call last)", "fatal:", "exception:"});
  if (result.is_error) return true;
  const std::string begin = normalise(utf8_prefix(result.text, 64)).text;
  return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view b) { return begin.starts_with(b); });
}

}  // namespace interlock
