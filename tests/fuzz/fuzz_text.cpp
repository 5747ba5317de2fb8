// The normaliser and the display form of texts, on any bytes: they end, within their limits, with valid UTF-8;
// normalised text stays as it is.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "ipc/encode.h"
#include "values/text.h"
#include "values/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock;
  const auto must = [](bool holds) {
    if (!holds) std::abort();
  };
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto normal = normalise(text);
  must(valid_utf8(normal.text) == normal.text);
  must(normal.cut || normalise(normal.text, normal.text.size()).text == normal.text);
  const std::size_t limit = size > 0 ? data[0] : 0;
  const auto start = utf8_prefix(text, limit);
  must(start.size() <= limit && text.starts_with(start));
  normalise(text, limit);
  const auto quoted = in_quotes(text, limit);
  must(valid_utf8(quoted) == quoted && quoted.size() >= 2);
  for (const char c : quoted) must(static_cast<unsigned char>(c) >= 0x20 && c != 0x7f);
  if (is_one_character(text)) must(size <= 4 && valid_utf8(text) == text);
  return 0;
}
