// When a window counts as quiet after an action.
#include "daemon/showing/quiet.h"

#include <gtest/gtest.h>

#include "daemon/path/arrival.h"

namespace interlock::daemon {
namespace {
using namespace std::chrono_literals;

class QuietTest : public testing::Test {
 protected:
  Quiet::Time at(std::chrono::milliseconds after) const { return Quiet::Time{} + 1h + after; }
  const Reading first{.content = 1, .around = 1, .buttons = 1};
  const Reading second{.content = 2, .around = 1, .buttons = 1};
};

TEST_F(QuietTest, AnEffectMayComeLate) {
  Quiet quiet(first, at(0ms));
  quiet.saw(first, at(200ms));
  EXPECT_FALSE(quiet.is_quiet(at(200ms)));
  quiet.saw(first, at(400ms));
  EXPECT_TRUE(quiet.is_quiet(at(400ms)));
}

TEST_F(QuietTest, AfterAChangeItIsQuietSooner) {
  Quiet quiet(first, at(0ms));
  quiet.saw(second, at(40ms));
  EXPECT_FALSE(quiet.is_quiet(at(100ms)));
  quiet.saw(second, at(290ms));
  EXPECT_TRUE(quiet.is_quiet(at(290ms)));
}

TEST_F(QuietTest, WhoAnswersSlowlyReactsSlowly) {
  Quiet quiet(first, at(0ms));
  quiet.saw(second, at(100ms), 100ms);
  EXPECT_FALSE(quiet.is_quiet(at(450ms)));
  EXPECT_TRUE(quiet.is_quiet(at(500ms)));
}

TEST_F(QuietTest, EachChangeBeginsAnew) {
  Quiet quiet(first, at(0ms));
  for (int i = 1; i < 20; ++i) {
    quiet.saw(Reading{.content = static_cast<std::uint64_t>(i), .around = 1}, at(100ms * i));
    EXPECT_FALSE(quiet.is_quiet(at(100ms * i))) << i;
  }
}

TEST_F(QuietTest, ADocumentThatLoadsIsNotQuiet) {
  Quiet quiet(first, at(0ms));
  auto loading = second;
  loading.busy = true;
  quiet.saw(loading, at(10ms));
  EXPECT_FALSE(quiet.is_quiet(at(5000ms)));
  quiet.saw(second, at(5010ms));
  EXPECT_TRUE(quiet.is_quiet(at(5010ms))) << "it was shown before";
}

TEST_F(QuietTest, ABrowsersButtonsShowThatAPageIsExpected) {
  Quiet quiet(first, at(0ms));
  auto expected = first;
  expected.buttons = 2;
  quiet.saw(expected, at(40ms));
  EXPECT_FALSE(quiet.is_quiet(at(2000ms)));
  EXPECT_TRUE(quiet.is_quiet(at(5000ms))) << "not for ever";
  quiet.saw(second, at(2040ms));
  EXPECT_TRUE(quiet.is_quiet(at(2300ms))) << "the page is there";
}

TEST_F(QuietTest, WhatCannotBeReadIsNotQuiet) {
  Quiet quiet(first, at(0ms));
  quiet.saw_nothing(at(1000ms));
  EXPECT_FALSE(quiet.is_quiet(at(3000ms)));
}

TEST_F(QuietTest, AReadingHasThePageApartFromItsBrowser) {
  const Window window{.id = 7, .title = "Shop"};
  a11y::VisibleTree tree;
  const auto add = [&](std::size_t depth, Role role, const std::string& path) -> Element& {
    Element element{.role = role, .path = path};
    tree.nodes.push_back({depth, std::move(element), false});
    return tree.nodes.back().element;
  };
  add(0, Role::frame, "/0");
  add(1, Role::push_button, "/1").description = "Reload";
  add(1, Role::document_web, "/2");
  add(2, Role::push_button, "/3").description = "Buys";
  tree.document = Document{.url = "https://shop.example/", .title = "Shop"};
  const auto before = reading_of(window, tree);
  tree.nodes[1].element.description = "Stop";
  auto now = reading_of(window, tree);
  EXPECT_EQ(before.content, now.content);
  EXPECT_NE(before.buttons, now.buttons);
  tree.nodes[3].element.name = "Buy";
  now = reading_of(window, tree);
  EXPECT_NE(before.content, now.content);
  EXPECT_EQ(before.around, now.around);
  tree.nodes[3].element.name = "";
  tree.nodes[3].element.states.add(State::focused);
  EXPECT_EQ(before.content, reading_of(window, tree).content) << "the focus is no change";
  tree.nodes[2].element.states.add(State::busy);
  EXPECT_TRUE(reading_of(window, tree).busy);
}

TEST(HasArrived, IfTheDocumentIsAnotherOneAndHasBeenLoaded) {
  const PageSeen old{.path = "/1", .url = "https://a.example/"};
  const auto there = [](const Known<PageSeen>& before, const Known<PageSeen>& now) {
    return has_arrived(before, now, "https://b.example");
  };
  PageSeen now = old;
  EXPECT_FALSE(there(old, now)) << "the old page";
  now.url = "https://a.example/#part";
  EXPECT_TRUE(there(old, now));
  now = {.path = "/2", .url = "https://a.example/"};
  EXPECT_TRUE(there(old, now)) << "the same address, loaded again";
  now.loads = true;
  EXPECT_FALSE(there(old, now));
  EXPECT_FALSE(there(old, none));
  EXPECT_FALSE(there(none, old)) << "the browser may have shown it late";
  EXPECT_FALSE(there(Unknown::deadline, old)) << "it may be the old page";
  EXPECT_TRUE(there(Unknown::deadline, PageSeen{.path = "/3", .url = "https://b.example/"}));
}

}  // namespace
}  // namespace interlock::daemon
