// The judge of command lines on any bytes: it ends in bounded time, and its result is deterministic.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gate/shell/judge.h"
#include "gate/shell/losses.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto first = interlock::gate::shell::judge(text);
  if (first.decision != interlock::Decision::allow && (first.code.empty() || first.reason.empty())) std::abort();
  if (interlock::gate::shell::judge(text).reason != first.reason) std::abort();
  const auto losses = interlock::gate::shell::losses_of(text, "/w", "/h/a");
  if (losses.found.size() > interlock::Losses::max_losses) std::abort();
  for (const auto& loss : losses.found) {
    if (!loss.path.starts_with('/') || loss.path.find('\0') != std::string::npos) std::abort();
  }
  return 0;
}
