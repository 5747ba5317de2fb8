// The wire of the reader of labels, from both of its ends, the finding of a label in any picture, and the decoding of
// what a network says.
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "sight/ctc.h"
#include "sight/find_label.h"
#include "sight/prepare.h"
#include "sight/wire.h"

namespace {

using namespace interlock::sight;
using interlock::Rect;

void must(bool holds) {
  if (!holds) std::abort();
}

bool is_inside(const Rect& inner, const Rect& outer) {
  return !inner.empty() && inner.x >= outer.x && inner.y >= outer.y && right(inner) <= right(outer) &&
         bottom(inner) <= bottom(outer);
}

void find(const Request& request) {
  constexpr std::size_t most = 720UL * 180;
  if (request.picture.pixels.size() > most) return;
  const auto found = find_label(request.picture, request.at);
  if (!found) return;
  must(!found->lines.empty() && is_inside(found->control, request.picture.area()));
  for (const TextLine& line : found->lines) {
    must(is_inside(line.place, request.picture.area()));
    const Grey grey = prepare_line(request.picture, line, found->ground, found->inside);
    must(grey.pixels.size() == static_cast<std::size_t>(grey.width) * static_cast<std::size_t>(grey.height));
    for (const std::int32_t around : {1, usual_around(line)}) {
      const Grey strip = prepare_strip(request.picture, line, found->ground, found->inside, 48, around);
      must(strip.height == 48 && strip.pixels.size() == static_cast<std::size_t>(strip.width) * 48);
    }
  }
}

/// What a network says, with any probabilities.
void decode(std::string_view bytes) {
  decode_characters(bytes);
  const std::vector<std::string> characters = {"a", "b", "c"};
  std::vector<float> probabilities(bytes.size() / sizeof(float));
  if (!probabilities.empty()) std::memcpy(probabilities.data(), bytes.data(), probabilities.size() * sizeof(float));
  const Decoded decoded = decode_ctc(probabilities, probabilities.size() / 5, characters);
  must(decoded.confidence >= 0 && decoded.confidence <= 100);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (bytes.size() >= header_size) body_size(bytes.substr(0, header_size), most_request);
  decode(bytes);
  if (const auto request = decode_request(bytes)) find(*request);
  const Rect picture{0, 0, 64, 64};
  if (const auto reply = decode_reply(bytes, picture)) {
    if (reply->label) must(is_inside(reply->label->place, picture) && !reply->label->text.empty());
    for (const Word& word : reply->words) must(is_inside(word.place, picture));
    must(decode_reply(std::string_view(encode(*reply)).substr(header_size), picture).has_value());
  }
  // Any bytes as a picture.
  if (bytes.size() < 4) return 0;
  Request request;
  request.picture.width = 1 + data[0] % 64;
  request.picture.height = 1 + data[1] % 32;
  request.at = {data[2] % request.picture.width, data[3] % request.picture.height};
  for (int i = 0; i < request.picture.width * request.picture.height; ++i) {
    const std::uint32_t byte = data[static_cast<std::size_t>(i) % size];
    request.picture.pixels.push_back(byte * 0x010101U ^ (byte & 3U) << 20U);
  }
  find(request);
  return 0;
}
