// Which texts of a window are the same in its next picture.
#include "daemon/seeing/text_names.h"

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

constexpr std::uint64_t window_id = 7;

TextRun run(std::string text, Rect place) {
  return {std::move(text), 90, place};
}

TEST(TextNames, StayIfATextIsReadAFewPixelsAway) {
  TextNames names;
  const auto first = names.of(window_id, {run("Save", {20, 10, 40, 12})}, true);
  EXPECT_EQ(names.of(window_id, {run("Save", {19, 11, 42, 11})}, true), first);
  EXPECT_EQ(names.of(window_id, {run("Save", {18, 12, 40, 12})}, true), first) << "again, from where it was read last";
}

TEST(TextNames, AreNewForAnotherTextAndAnotherPlace) {
  TextNames names;
  const auto first = names.of(window_id, {run("Save", {20, 10, 40, 12})}, true);
  EXPECT_NE(names.of(window_id, {run("Send", {20, 10, 40, 12})}, true), first);
  EXPECT_NE(names.of(window_id, {run("Save", {20, 40, 40, 12})}, true), first);
}

TEST(TextNames, AreGivenOnce) {
  TextNames names;
  names.of(window_id, {run("Save", {20, 10, 40, 12})}, true);
  const auto both = names.of(window_id, {run("Save", {20, 10, 40, 12}), run("Save", {24, 12, 40, 12})}, true);
  EXPECT_NE(both[0], both[1]);
}

TEST(TextNames, AreNotThoseOfATextThatWentAway) {
  TextNames names;
  const auto first = names.of(window_id, {run("Save", {20, 10, 40, 12})}, true);
  names.of(window_id, {run("Save", {20, 15, 40, 12})}, true);
  EXPECT_EQ(names.of(window_id, {run("Save", {20, 20, 40, 12})}, true), first);
  const auto both = names.of(window_id, {run("Save", {20, 10, 40, 12}), run("Save", {20, 22, 40, 12})}, true);
  EXPECT_NE(both[0], both[1]) << "one has moved here, the other is where it was at first";
}

TEST(TextNames, AreOfOneWindow) {
  TextNames names;
  const auto first = names.of(window_id, {run("Save", {20, 10, 40, 12})}, true);
  names.of(window_id + 1, {run("Save", {21, 10, 40, 12})}, true);
  EXPECT_EQ(names.of(window_id, {run("Save", {22, 10, 40, 12})}, true), first);
}

TEST(TextNames, AreKeptIfAReadingIsNotComplete) {
  TextNames names;
  const auto first = names.of(window_id, {run("Save", {20, 10, 40, 12})}, true);
  EXPECT_TRUE(names.of(window_id, {}, false).empty());
  EXPECT_EQ(names.of(window_id, {run("Save", {21, 10, 40, 12})}, true), first);
  EXPECT_TRUE(names.of(window_id, {}, true).empty());
  EXPECT_NE(names.of(window_id, {run("Save", {22, 10, 40, 12})}, true), first) << "it was away";
}

}  // namespace
}  // namespace interlock::daemon
