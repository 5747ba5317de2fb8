// The finders of personal data, on any text: as a line, and as words that a reader of pixels gives.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "daemon/seeing/private_places.h"
#include "gate/secrets/personal_data.h"

namespace {

using namespace interlock;

void must(bool holds) {
  if (!holds) std::abort();
}

/// Words of the text's parts, in lines of 8, at places that depend on the bytes.
std::vector<sight::Word> words_of(std::string_view text) {
  std::vector<sight::Word> words;
  for (std::size_t begin = 0; begin < text.size() && words.size() < 64;) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    const auto i = static_cast<std::int32_t>(words.size());
    const std::int32_t width = 1 + static_cast<unsigned char>(text[begin]) % 80;
    words.push_back({std::string(text.substr(begin, end - begin)),
                     90,
                     static_cast<std::uint32_t>(i / 8),
                     {i % 8 * 60, i / 8 * 14, width, 10 + i % 5}});
    if (words.back().text.empty()) words.pop_back();
    begin = end + 1;
  }
  return words;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), std::min<std::size_t>(size, 4096));
  std::size_t last = 0;
  for (const auto& span : gate::find_personal_data(text)) {
    must(span.begin < span.end && span.end <= text.size() && span.begin >= last);
    last = span.begin;
  }
  const auto words = words_of(text);
  const daemon::PersonalKinds all(gate::all_personal_kinds.begin(), gate::all_personal_kinds.end());
  const auto places = daemon::private_places(words, all);
  must(places.size() <= words.size());
  must(daemon::private_places(words, {}).empty());
  return 0;
}
