// The text that a notification server gets.
#include "platform/notify/text.h"

#include <gtest/gtest.h>

namespace interlock::platform::notify {
namespace {

Prompt prompt(std::string title, std::string body) {
  return {"7", std::move(title), std::move(body)};
}
constexpr Style markup_and_buttons{.markup = true, .buttons = true};

TEST(VisibleLine, KeepsWhatPeopleWrite) {
  const std::string text = "Größe 50 % – «да», 提交 ✓ e\xcc\x81 \U0001F600";
  EXPECT_EQ(visible_line(text, 60), text);
}

TEST(VisibleLine, DropsCharactersThatHideOrReorder) {
  EXPECT_EQ(visible_line("a\u202Eb\u2066c\u200Fd\u061Ce", 60), "abcde") << "bidi controls";
  EXPECT_EQ(visible_line("a\u200Bb\u200Dc\uFEFFd\u00ADe\u3164f\u034Fg", 60), "abcdefg") << "no ink";
  EXPECT_EQ(visible_line("a\x1b[31mb\x7f", 60), "a[31mb") << "controls";
  EXPECT_EQ(visible_line("a\xf3\xa0\x81\x81z", 60), "az") << "tag characters";
  EXPECT_EQ(visible_line("a\n\t \u00a0\u2028 b  ", 60), "a b") << "whitespace";
  EXPECT_EQ(visible_line("a\u0301\u0301\u0301\u0301\u0301\u0301b", 60), "a\u0301\u0301\u0301b") << "stacked marks";
  EXPECT_EQ(visible_line("a\xff\xc3(", 60), "a\uFFFD\uFFFD(") << "invalid UTF-8";
  EXPECT_EQ(visible_line(std::string("a\0b", 3), 60), "ab");
}

TEST(VisibleLine, CutsByCharactersNotBytes) {
  EXPECT_EQ(visible_line(std::string(60, 'x'), 60), std::string(60, 'x'));
  EXPECT_EQ(visible_line(std::string(61, 'x'), 60), std::string(59, 'x') + "…");
  EXPECT_EQ(visible_line("äöüß", 4), "äöüß");
  EXPECT_EQ(visible_line("äöüßa", 4), "äöü…");
  EXPECT_EQ(visible_line("a   " + std::string(1'000'000, ' '), 60), "a");
}

TEST(Render, EscapesTheBodyOnlyForMarkup) {
  const auto asked = prompt("A & <b>B</b>", "x < y & \"z\" > 'w'");
  EXPECT_EQ(render(asked, {.markup = true, .buttons = true}).summary, "A & <b>B</b>");
  EXPECT_EQ(render(asked, {.markup = true, .buttons = true}).body, "x &lt; y &amp; \"z\" &gt; 'w'");
  EXPECT_EQ(render(asked, {.markup = false, .buttons = true}).body, "x < y & \"z\" > 'w'");
}

TEST(Render, KeepsTheFirstFourLinesThatSaySomething) {
  EXPECT_EQ(render(prompt("t", "1\n\n2\n \u200B\n3\n4\n5"), markup_and_buttons).body, "1\n2\n3\n4");
  const auto cut = render(prompt("t", std::string(500, '<')), markup_and_buttons).body;
  EXPECT_EQ(cut.find("&lt;…"), 58U * 4) << "cut before it is escaped: no half of an entity";
}

TEST(Render, SaysHowToAnswerWhereThereAreNoButtons) {
  EXPECT_EQ(render(prompt("t", "1\n2\n3\n4"), {.markup = true, .buttons = false}).body,
            "1\n2\n3\nAnswer: interlockctl approve 7 (closing this denies)");
  EXPECT_EQ(render(prompt("t", ""), {.markup = false, .buttons = true}).body, "");
}

}  // namespace
}  // namespace interlock::platform::notify
