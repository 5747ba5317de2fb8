/// The protocol between interlockd and draw-text: interlockd sends texts, draw-text returns their pictures. Pure.
///
/// draw-text is a separate program (docs/decisions/0010-prompt-window.md) that sees texts and nothing else.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "platform/screen.h"

namespace interlock::platform::prompt {

/// One paragraph. Its base direction is left to right; quoted text in another direction is isolated.
struct TextBlock {
  std::string text;  ///< UTF-8; `encode` replaces control characters by spaces
  bool bold = false;
  int size = 14;             ///< of the font, in pixels: 1 to `most_size`
  std::uint32_t colour = 0;  ///< 0x00RRGGBB
  int width = 0;             ///< lines are broken at this width in pixels: 1 to `most_width`
  int lines = 1;             ///< maximum; the last line is cut with an ellipsis: 1 to `most_lines`

  bool operator==(const TextBlock&) const = default;
};

struct DrawnText {
  Image image;       ///< 0xAARRGGBB, colours premultiplied; as wide as its longest line, at least 1 by 1
  int baseline = 0;  ///< of the first line, from the top
};

inline constexpr int most_size = 64;
inline constexpr int most_width = 2048;
inline constexpr int most_lines = 16;
inline constexpr std::size_t most_blocks = 64;

/// No picture of a block is higher; draw-text clips it there.
int greatest_height(const TextBlock& block);

std::string encode(const std::vector<TextBlock>& blocks);
std::string encode(const std::vector<DrawnText>& drawn);

/// Errors: what is wrong with it.
tl::expected<std::vector<TextBlock>, std::string> decode_blocks(std::string_view request);
/// The pictures of these blocks, within the bounds that the blocks give.
tl::expected<std::vector<DrawnText>, std::string> decode_drawn(std::string_view reply,
                                                               const std::vector<TextBlock>& blocks);

}  // namespace interlock::platform::prompt
