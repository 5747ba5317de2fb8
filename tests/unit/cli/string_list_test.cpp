#include "cli/desktop/string_list.h"

#include <gtest/gtest.h>

namespace interlock::cli {
namespace {

TEST(StringList, AddsAWordOnce) {
  EXPECT_EQ(with_word("@as []", "a@b"), "['a@b']");
  EXPECT_EQ(with_word("['x@y']", "a@b"), "['x@y', 'a@b']");
  EXPECT_EQ(with_word("['x@y', 'a@b']", "a@b"), "['x@y', 'a@b']");
}

TEST(StringList, RemovesAWordWhereverItStands) {
  EXPECT_EQ(without_word("['a@b']", "a@b"), "@as []");
  EXPECT_EQ(without_word("['a@b', 'x@y']", "a@b"), "['x@y']");
  EXPECT_EQ(without_word("['x@y', 'a@b', 'z@z']", "a@b"), "['x@y', 'z@z']");
  EXPECT_EQ(without_word("['x@y', 'a@b']", "a@b"), "['x@y']");
  EXPECT_EQ(without_word("['x@y']", "a@b"), "['x@y']");
}

TEST(StringList, AWordIsNotAPartOfAnother) {
  EXPECT_FALSE(has_word("['xa@b']", "a@b"));
  EXPECT_EQ(without_word("['xa@b', 'a@bc']", "a@b"), "['xa@b', 'a@bc']");
}

}  // namespace
}  // namespace interlock::cli
