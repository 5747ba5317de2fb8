#include "sight/buttons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/sight/drawing.h"

namespace interlock::sight {
namespace {

constexpr std::uint32_t window_colour = 0xF0F0F0, face_colour = 0xE1E1E1, border_colour = 0x707070,
                        ink_colour = 0x202020;

/// A window with a button "OK" at the top, and more boxes below it, each with words in its middle.
class ButtonWindow {
 public:
  ButtonWindow() : drawing_(500, 300, window_colour) { box({20, 20, 80, 28}, face_colour, {"OK"}); }

  ButtonWindow& box(Rect area, std::uint32_t colour, std::vector<std::string> texts, std::int32_t to_left = 0) {
    drawing_.fill(area, colour);
    drawing_.frame(area, border_colour);
    std::int32_t width = -10;
    for (const auto& text : texts) width += static_cast<std::int32_t>(text.size()) * 8 + 8;
    std::int32_t x = area.x + (area.width - width) / 2 - to_left;
    for (auto& text : texts) {
      const auto count = static_cast<int>(text.size());
      const Rect place = drawing_.word(x, area.y + (area.height - 10) / 2, count, ink_colour);
      words_.push_back({std::move(text), 90, static_cast<std::uint32_t>(words_.size()), place});
      x += count * 8 + 8;
    }
    return *this;
  }

  std::vector<std::string> buttons() {
    mark_other_buttons(drawing_.picture(), {25, 25}, words_);
    std::vector<std::string> found;
    for (const Word& word : words_) {
      if (word.button) found.push_back(word.text);
    }
    return found;
  }

 private:
  Drawing drawing_;
  std::vector<Word> words_;
};

TEST(OtherButtons, AreBoxesLikeTheOneThatIsPressed) {
  EXPECT_THAT(ButtonWindow().box({120, 20, 160, 28}, face_colour, {"Delete", "server"}).buttons(),
              testing::ElementsAre("Delete", "server"));
}

TEST(OtherButtons, AMessageInAFrameIsNone) {
  EXPECT_THAT(ButtonWindow().box({20, 80, 200, 60}, face_colour, {"Delete", "server"}).buttons(), testing::IsEmpty())
      << "higher";
  EXPECT_THAT(ButtonWindow().box({20, 80, 400, 28}, face_colour, {"Delete", "server"}).buttons(), testing::IsEmpty())
      << "too wide";
  EXPECT_THAT(ButtonWindow().box({20, 80, 200, 28}, face_colour, {"Delete", "it?"}).buttons(), testing::IsEmpty())
      << "a question";
  EXPECT_THAT(ButtonWindow().box({20, 80, 200, 28}, face_colour, {"All", "is", "lost."}).buttons(), testing::IsEmpty());
  EXPECT_THAT(ButtonWindow().box({20, 80, 330, 28}, face_colour, {"a", "b", "c", "d", "e"}).buttons(),
              testing::IsEmpty())
      << "long";
}

TEST(OtherButtons, AFieldAndAChoiceAreNone) {
  EXPECT_THAT(ButtonWindow().box({20, 80, 200, 28}, 0xFFFFFF, {"Delete"}).buttons(), testing::IsEmpty())
      << "other colour";
  EXPECT_THAT(ButtonWindow().box({20, 80, 200, 28}, face_colour, {"Delete"}, 40).buttons(), testing::IsEmpty())
      << "at the left";
}

TEST(OtherButtons, ThereAreNoneBesideATextWithoutABox) {
  Drawing drawing(300, 100, window_colour);
  std::vector<Word> words{{"OK", 90, 0, drawing.word(20, 20, 2, ink_colour)}};
  drawing.frame({100, 10, 100, 28}, border_colour);
  words.push_back({"Delete", 90, 1, drawing.word(127, 20, 6, ink_colour)});
  mark_other_buttons(drawing.picture(), {25, 25}, words);
  EXPECT_FALSE(words[0].button);
  EXPECT_FALSE(words[1].button);
}

}  // namespace
}  // namespace interlock::sight
