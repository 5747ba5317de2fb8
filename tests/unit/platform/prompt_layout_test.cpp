// The layout of a prompt's window, with pictures of one colour in place of its texts.
#include "platform/prompt/prompt_layout.h"
#include "platform/prompt/prompt_place.h"
#include "platform/prompt/typed_word.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace interlock::platform::prompt {
namespace {

constexpr std::uint32_t mark = 0x00AA55;

Prompt question() {
  return {.id = "7", .title = "Spend money?", .may_last = true, .rows = {{"it says", "\"שלח\""}, {"in", "a window"}}};
}

/// Each text as a block of this size.
std::vector<DrawnText> marks(const PromptLayout& layout, int width = 40, int height = 20) {
  const Image image{width, height,
                    std::vector<std::uint32_t>(static_cast<std::size_t>(width * height), 0xFF000000 | mark)};
  return std::vector<DrawnText>(layout.blocks().size(), DrawnText{image, 15});
}

std::uint32_t at(const Image& image, int x, int y) {
  return image.pixels[static_cast<std::size_t>(y * image.width + x)];
}

TEST(Drawable, KeepsAQuotedPartByItself) {
  EXPECT_EQ(drawable("the button \"שלח\" 3 times"), "the button \"\u2068שלח\u2069\" 3 times");
  EXPECT_EQ(drawable("\"a\", titled \"b\""), "\"\u2068a\u2069\", titled \"\u2068b\u2069\"");
  EXPECT_EQ(drawable("one \" alone"), "one \" alone");
}

TEST(Drawable, RemovesReorderingCharactersAndCannotBeEndedEarly) {
  EXPECT_EQ(drawable("\"\u202Eabc\u2069\u202C\""), "\"\u2068abc\u2069\"");
  EXPECT_EQ(drawable("a\x1b\xffz"), "a\uFFFDz");
}

TEST(PromptLayout, OffersAYesOnlyIfItWouldCount) {
  Prompt prompt = question();
  PromptLayout open(prompt);
  open.place(marks(open), 900);
  ASSERT_EQ(open.buttons().size(), 3U);
  prompt.can_approve = false;
  PromptLayout closed(prompt);
  closed.place(marks(closed), 900);
  ASSERT_EQ(closed.buttons().size(), 1U);
  EXPECT_EQ(closed.buttons().front().answer, Answer::denied);
  EXPECT_TRUE(std::any_of(closed.blocks().begin(), closed.blocks().end(),
                          [](const auto& block) { return block.text == "To approve: interlockctl approve 7"; }));
}

TEST(PromptLayout, NothingOverlapsOrIsOutsideTheWindow) {
  PromptLayout layout(question());
  layout.place(marks(layout), 900);
  const auto image = layout.paint(false);
  EXPECT_EQ(image.height, layout.height());
  const auto marked = std::count(image.pixels.begin(), image.pixels.end(), mark);
  const auto texts = 1 + 2 * 2 + 2 + 3;  // the title, two rows, the field for a word, three buttons
  EXPECT_EQ(marked, texts * 40 * 20);
  for (const auto& [answer, rect] : layout.buttons()) {
    EXPECT_GE(rect.x, 0);
    EXPECT_LT(rect.y + rect.height, layout.height());
  }
}

TEST(PromptLayout, AButtonLooksReadyOnceAYesCounts) {
  PromptLayout layout(question());
  layout.place(marks(layout), 900);
  const auto& approve = layout.buttons()[1].rect;
  EXPECT_NE(at(layout.paint(true), approve.x, approve.y), at(layout.paint(false), approve.x, approve.y));
  const auto& deny = layout.buttons()[0].rect;
  EXPECT_EQ(at(layout.paint(true), deny.x, deny.y), at(layout.paint(false), deny.x, deny.y));
}

TEST(PromptLayout, CountsTheSecondsDownInTheLastRow) {
  Prompt prompt = question();
  prompt.expires = std::chrono::steady_clock::time_point();
  PromptLayout layout(prompt);
  layout.place(marks(layout), 900);
  const auto marked = [&](std::int64_t seconds) {
    const auto image = layout.paint(false, seconds);
    return std::count(image.pixels.begin(), image.pixels.end(), mark) / (40 * 20);
  };
  const auto others = 1 + 2 * 2 + 2 + 3 + 2;  // the title, two rows, the field, three buttons; the countdown's texts
  EXPECT_EQ(marked(9), others + 1 + 1) << "one digit and the unit";
  EXPECT_EQ(marked(57), others + 2 + 1);
  EXPECT_EQ(marked(120), others + 3 + 1);
  EXPECT_EQ(marked(-3), marked(0)) << "it is late to be closed";
  EXPECT_EQ(layout.paint(false, 9).height, layout.paint(false, 120).height);
}

TEST(PromptLayout, HasAFieldForAWordOnlyIfAnAnswerCounts) {
  Prompt prompt = question();
  PromptLayout open(prompt);
  open.place(marks(open), 900);
  const Rect field = open.word_field();
  ASSERT_FALSE(field.empty());
  EXPECT_EQ(at(open.paint(false), field.x + 8, field.y + 8), mark) << "what it is for";
  const Image typed{10, 500, std::vector<std::uint32_t>(5000, 0xFF0000FF)};
  open.show_word(DrawnText{typed, 15}, true);
  const auto image = open.paint(false);
  EXPECT_EQ(at(image, field.x + 8, field.y + 8), 0x0000FFU) << "what was typed";
  EXPECT_NE(at(image, field.x + 8, field.y + field.height), 0x0000FFU) << "and nothing below the field";
  prompt.can_approve = false;
  PromptLayout closed(prompt);
  closed.place(marks(closed), 900);
  EXPECT_TRUE(closed.word_field().empty());
}

TEST(TypedWord, IsTextUpToALimit) {
  TypedWord word;
  word.add("né");
  word.add("\r");
  word.add("\x7F");
  word.add("не");
  EXPECT_EQ(word.text(), "néне");
  word.erase();
  word.erase();
  word.erase();
  EXPECT_EQ(word.text(), "n");
  EXPECT_EQ(word.shown(), "n|");
  for (int i = 0; i < 500; ++i) word.add("é");
  EXPECT_EQ(word.text().size(), 399U);
  EXPECT_TRUE(word.shown().starts_with("…é"));
  for (int i = 0; i < 500; ++i) word.erase();
  EXPECT_EQ(word.text(), "");
}

TEST(PromptLayout, LeavesThePictureOutIfTheScreenIsTooLow) {
  Prompt prompt = question();
  const Image red{100, 200, std::vector<std::uint32_t>(20'000, 0xFF0000)};
  prompt.picture = std::make_shared<const Picture>(Picture{red, {}});
  PromptLayout layout(prompt);
  layout.place(marks(layout), 900);
  const auto with = layout.paint(false);
  EXPECT_EQ(std::count(with.pixels.begin(), with.pixels.end(), 0xFF0000U), 20'000);
  layout.place(marks(layout), with.height - 1);
  const auto without = layout.paint(false);
  EXPECT_EQ(std::count(without.pixels.begin(), without.pixels.end(), 0xFF0000U), 0);
  EXPECT_LT(without.height, with.height - 199);
}

TEST(PromptLayout, TranslucentPixelsAreMixedWithTheBackground) {
  Prompt prompt = question();
  prompt.rows.clear();
  PromptLayout layout(prompt);
  auto drawn = marks(layout);
  drawn.front().image.pixels.assign(drawn.front().image.pixels.size(), 0x80000000);
  layout.place(std::move(drawn), 900);
  const auto image = layout.paint(false);
  EXPECT_EQ(std::count(image.pixels.begin(), image.pixels.end(), 0x7F7F7FU), 40 * 20);
}

TEST(PromptPlace, IsBesideWhatItIsAbout) {
  const Rect screen{0, 0, 1280, 900};
  EXPECT_EQ(place_beside(screen, 560, 300, {}), (Point{360, 150}));
  EXPECT_EQ(place_beside(screen, 560, 300, {0, 700, 200, 100}), (Point{360, 150})) << "not in the way";
  EXPECT_EQ(place_beside(screen, 560, 300, {500, 200, 100, 100}), (Point{360, 600}));
  const Point beside = place_beside(screen, 560, 300, {300, 0, 300, 900});
  EXPECT_GE(beside.x, 600);
  // What fills the screen is covered wherever it stands.
  EXPECT_EQ(place_beside(screen, 560, 300, screen), (Point{360, 150}));
}

}  // namespace
}  // namespace interlock::platform::prompt
