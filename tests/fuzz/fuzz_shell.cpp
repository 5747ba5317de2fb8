// The judge of command lines on any bytes: it ends in bounded time, and its result is deterministic.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gate/shell/judge.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto first = interlock::gate::shell::judge(text);
  if (first.decision != interlock::Decision::allow && (first.code.empty() || first.reason.empty())) std::abort();
  if (interlock::gate::shell::judge(text).reason != first.reason) std::abort();
  return 0;
}
