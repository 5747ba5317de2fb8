// What is known of the text on the screen, for any pictures and words: nothing that has not been read counts as known,
// and reading ends.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "daemon/seeing/screen_text.h"
#include "sight/text_blocks.h"

namespace {

using namespace interlock;
using daemon::ScreenText;

void must(bool holds) {
  if (!holds) std::abort();
}

/// Bytes of the input, and zeroes behind its end.
struct Bytes {
  const std::uint8_t* data;
  std::size_t size;
  std::int32_t next(std::int32_t most) {
    if (size == 0) return 0;
    --size;
    return *data++ % most;
  }
};

bool is_inside(const Rect& inner, const Rect& outer) {
  return !inner.empty() && inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width &&
         inner.y + inner.height <= outer.y + outer.height;
}

void check_blocks(const platform::Image& image) {
  const sight::Picture picture{image.width, image.height, image.pixels};
  const auto blocks = sight::text_blocks(picture);
  const auto portions = sight::united_blocks(blocks, 600);
  for (const Rect& block : blocks) {
    must(is_inside(block, picture.area()));
    must(std::count_if(portions.begin(), portions.end(), [&](const Rect& part) { return is_inside(block, part); }) ==
         1);
  }
}

/// Shows what the bytes say, and reads it as they say.
void look(ScreenText& text, Bytes& bytes) {
  const Rect area{bytes.next(40), bytes.next(40), 1 + bytes.next(180), 1 + bytes.next(120)};
  platform::Image image{area.width, area.height, {}};
  const std::uint32_t ground = static_cast<std::uint32_t>(bytes.next(4)) * 0x404040;
  image.pixels.assign(static_cast<std::size_t>(area.width) * static_cast<std::size_t>(area.height), ground);
  for (int marks = bytes.next(12); marks > 0; --marks) {
    const std::int32_t x = bytes.next(area.width), y = bytes.next(area.height), width = 1 + bytes.next(20);
    for (std::int32_t down = y; down < std::min(area.height, y + 8); ++down) {
      for (std::int32_t right = x; right < std::min(area.width, x + width); right += 2)
        image.pixels[static_cast<std::size_t>(down) * static_cast<std::size_t>(area.width) +
                     static_cast<std::size_t>(right)] = 0xFF000000U | ~ground;
    }
  }
  check_blocks(image);
  const ScreenText::View view{image, area};
  const std::size_t readers = static_cast<std::size_t>(1 + bytes.next(2));
  for (int round = 0; round < 6; ++round) {
    const auto portions = text.unread(view, readers);
    if (portions.empty()) {
      must(text.unread_tiles(view).empty());
      return;
    }
    must(!text.unread_tiles(view).empty());
    for (const Rect& part : portions) {
      must(is_inside(part, area));
      std::vector<sight::Word> words;
      for (int count = bytes.next(3); count > 0; --count) {
        const Rect place = daemon::overlap(
            {part.x + bytes.next(60), part.y + bytes.next(30), 1 + bytes.next(40), 1 + bytes.next(12)}, part);
        if (!place.empty()) words.push_back({"word", 90, 0, place});
      }
      text.learn(view, part, words);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes{data, size};
  ScreenText text;
  for (int pictures = 1 + bytes.next(5); pictures > 0; --pictures) look(text, bytes);
  for (const auto& word : text.words()) must(!word.place.empty());
  return 0;
}
