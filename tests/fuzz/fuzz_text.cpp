// The normaliser and what is shown of texts, on any bytes: they end, within their limits, as valid UTF-8; what is
// normal stays as it is.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "gate/text.h"
#include "ipc/encode.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock;
  const auto must = [](bool holds) {
    if (!holds) std::abort();
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto normal = gate::normalise(text);
  must(ipc::valid_utf8(normal.text) == normal.text);
  must(normal.cut || gate::normalise(normal.text, normal.text.size()).text == normal.text);
  const std::size_t limit = size > 0 ? data[0] : 0;
  const auto start = gate::trimmed(text, limit);
  must(start.size() <= limit && text.starts_with(start));
  gate::normalise(text, limit);
  const auto quoted = gate::in_quotes(text, limit);
  must(ipc::valid_utf8(quoted) == quoted && quoted.size() >= 2);
  for (const char c : quoted) must(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  if (gate::is_one_character(text)) must(size <= 4 && ipc::valid_utf8(text) == text);
  return 0;
}
