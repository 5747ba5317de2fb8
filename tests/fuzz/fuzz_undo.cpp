// The lists of what is kept for an undo: any bytes are read or refused, and what is read is written the same way again.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "undo/entry.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock::undo;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto header = read_header(text)) {
    const auto again = read_header(header_text(*header));
    if (!again || *again != *header) std::abort();
  }
  if (const auto node = read_node(text)) {
    const auto again = read_node(node_line(*node));
    if (!again || *again != *node) std::abort();
  }
  return 0;
}
