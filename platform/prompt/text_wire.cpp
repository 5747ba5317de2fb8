#include "platform/prompt/text_wire.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

namespace interlock::platform::prompt {

namespace {

/// The first line of requests and answers; a program of another version is refused.
constexpr std::string_view greeting = "interlock-text 1";

/// Takes the part before `end`, and `end` itself, from the front; nothing if there is no `end`.
std::optional<std::string_view> take_until(std::string_view& rest, char end) {
  const auto at = rest.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const auto part = rest.substr(0, at);
  rest.remove_prefix(at + 1);
  return part;
}

/// The number before `end`, if it is from `least` to `most`.
std::optional<int> take_number(std::string_view& rest, char end, int least, int most) {
  const auto part = take_until(rest, end);
  int number = 0;
  if (!part) return std::nullopt;
  const auto [stop, error] = std::from_chars(part->data(), part->data() + part->size(), number);
  if (error != std::errc() || stop != part->data() + part->size() || number < least || number > most)
    return std::nullopt;
  return number;
}

bool take_greeting(std::string_view& rest) {
  return take_until(rest, '\n') == greeting;
}

std::optional<TextBlock> take_block(std::string_view& rest) {
  const auto bold = take_number(rest, ' ', 0, 1);
  const auto size = take_number(rest, ' ', 1, most_size);
  const auto colour = take_number(rest, ' ', 0, 0xFFFFFF);
  const auto width = take_number(rest, ' ', 1, most_width);
  const auto lines = take_number(rest, ' ', 1, most_lines);
  const auto text = take_until(rest, '\n');
  if (!bold || !size || !colour || !width || !lines || !text) return std::nullopt;
  return TextBlock{std::string(*text), *bold == 1, *size, static_cast<std::uint32_t>(*colour), *width, *lines};
}

std::optional<DrawnText> take_drawn(std::string_view& rest, const TextBlock& block) {
  const auto width = take_number(rest, ' ', 1, block.width);
  const auto height = take_number(rest, ' ', 1, greatest_height(block));
  const auto baseline = take_number(rest, '\n', 0, greatest_height(block));
  if (!width || !height || !baseline) return std::nullopt;
  const auto count = static_cast<std::size_t>(*width) * static_cast<std::size_t>(*height);
  if (rest.size() < count * sizeof(std::uint32_t)) return std::nullopt;
  DrawnText drawn{{*width, *height, std::vector<std::uint32_t>(count)}, *baseline};
  std::memcpy(drawn.image.pixels.data(), rest.data(), count * sizeof(std::uint32_t));
  rest.remove_prefix(count * sizeof(std::uint32_t));
  return drawn;
}

}  // namespace

int greatest_height(const TextBlock& block) {
  return 4 * block.size * block.lines;
}

std::string encode(const std::vector<TextBlock>& blocks) {
  std::string request = std::string(greeting) + "\n";
  for (const auto& block : blocks) {
    for (const int number : {block.bold ? 1 : 0, block.size, static_cast<int>(block.colour), block.width, block.lines})
      request += std::to_string(number) + " ";
    std::string text = block.text;
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
    request += text + "\n";
  }
  return request;
}

std::string encode(const std::vector<DrawnText>& drawn) {
  std::string reply = std::string(greeting) + "\n";
  for (const auto& [image, baseline] : drawn) {
    reply += std::to_string(image.width) + " " + std::to_string(image.height) + " " + std::to_string(baseline) + "\n";
    reply.append(reinterpret_cast<const char*>(image.pixels.data()), image.pixels.size() * sizeof(std::uint32_t));
  }
  return reply;
}

tl::expected<std::vector<TextBlock>, std::string> decode_blocks(std::string_view request) {
  if (!take_greeting(request)) return tl::make_unexpected("the request is not of this version");
  std::vector<TextBlock> blocks;
  while (!request.empty()) {
    auto block = take_block(request);
    if (!block || blocks.size() == most_blocks) {
      return tl::make_unexpected("block " + std::to_string(blocks.size() + 1) + " of the request is malformed");
    }
    blocks.push_back(std::move(*block));
  }
  return blocks;
}

tl::expected<std::vector<DrawnText>, std::string> decode_drawn(std::string_view reply,
                                                               const std::vector<TextBlock>& blocks) {
  if (!take_greeting(reply)) return tl::make_unexpected("the reply is not of this version");
  std::vector<DrawnText> all;
  for (const auto& block : blocks) {
    auto drawn = take_drawn(reply, block);
    if (!drawn) return tl::make_unexpected("picture " + std::to_string(all.size() + 1) + " of the reply is malformed");
    all.push_back(std::move(*drawn));
  }
  if (!reply.empty()) return tl::make_unexpected("the reply goes on after its last picture");
  return all;
}

}  // namespace interlock::platform::prompt
