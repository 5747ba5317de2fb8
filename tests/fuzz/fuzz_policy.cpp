// Any bytes as a policy: never a crash, a hang or an exception; what loads must load again and compile.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "policy/loader.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto loaded = interlock::policy::load_text(text, "fuzz", {});
  if (loaded && loaded->policy == nullptr) std::abort();
  if (!loaded && loaded.error().empty()) std::abort();
  return 0;
}
