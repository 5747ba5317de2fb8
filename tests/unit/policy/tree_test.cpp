#include "policy/tree.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interlock::policy {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

std::vector<std::string> tree_mistakes_in(std::string_view text) {
  Mistakes mistakes("t");
  parse_tree(text, mistakes);
  std::vector<std::string> lines;
  for (const auto& error : mistakes.take()) lines.push_back(error.where + ": " + error.what);
  return lines;
}

TEST(Tree, RemembersKindsAndPlaces) {
  Mistakes mistakes("t");
  const auto root = parse_tree("a: 1\nb:\n  - 'x'\n  - ~\n", mistakes);
  ASSERT_TRUE(root);
  EXPECT_TRUE(mistakes.empty());
  EXPECT_EQ(root->find("a")->kind, Node::Kind::plain);
  EXPECT_EQ(root->find("a")->place.column, 4);
  const auto& items = root->find("b")->items;
  ASSERT_THAT(items, SizeIs(2));
  EXPECT_EQ(items[0].kind, Node::Kind::quoted);
  EXPECT_EQ(items[0].place.line, 3);
  EXPECT_EQ(items[1].kind, Node::Kind::null);
  EXPECT_EQ(root->find("c"), nullptr);
}

TEST(Tree, RefusesSyntaxThatHidesAPolicysMeaning) {
  EXPECT_THAT(tree_mistakes_in("a: &x 1"), ElementsAre(HasSubstr("anchors")));
  EXPECT_THAT(tree_mistakes_in("a: &x [1]\nb: *x"),
              ElementsAre(HasSubstr("anchors"), "t:2:4: aliases (*name) are not allowed"));
  EXPECT_THAT(tree_mistakes_in("a: !!str 1"), ElementsAre(HasSubstr("tags")));
  EXPECT_THAT(tree_mistakes_in("a: 1\n---\nb: 2"), ElementsAre(HasSubstr("second document")));
  EXPECT_THAT(tree_mistakes_in("? [a]\n: 1"), ElementsAre(HasSubstr("a key must be a word")));
  EXPECT_THAT(tree_mistakes_in("{a: 1, b: 2, 'a': 3}"), ElementsAre("t:1:14: key 'a' occurs twice"));
}

TEST(Tree, RefusesUnreadableText) {
  for (const auto* text : {"a: [1", "a: {", "a: 'x", "a: \"\\q\"", "a: b: c", "\ta: 1", "a: @x", "a: [1] x",
                           "- a\nb: 1", "a: 1\n b: 2", "%YAML 3.0\n---\na: 1"}) {
    EXPECT_THAT(tree_mistakes_in(text), Not(IsEmpty())) << text;
  }
}

TEST(Tree, RefusesBytesThatTheParserWouldPassOver) {
  // yaml-cpp takes U+0004 for the end of the file: what follows would be lost silently.
  EXPECT_THAT(tree_mistakes_in("a: 1\nb: \x04\nc: 2\n"), ElementsAre("t:2:4: a control character"));
  EXPECT_THAT(tree_mistakes_in(std::string_view("a: 1\n\0b: 2", 10)), ElementsAre("t:2:1: a control character"));
  for (const auto* bytes : {"\xFF", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82", "\x80"}) {
    EXPECT_THAT(tree_mistakes_in("a: " + std::string(bytes)), ElementsAre("t:1:4: not UTF-8"));
  }
  EXPECT_THAT(tree_mistakes_in("a: \xE2\x82\xAC \xF0\x9F\x98\x80"), IsEmpty());
}

TEST(Tree, RefusesDirectives) {
  // yaml-cpp skips unknown ones: the line would be lost silently.
  EXPECT_THAT(tree_mistakes_in("a:\n%- x\n"), ElementsAre(HasSubstr("t:2:1: directives")));
  EXPECT_THAT(tree_mistakes_in("%YAML 1.2\n---\na: 1"), ElementsAre(HasSubstr("t:1:1: directives")));
}

TEST(Tree, ReadsPastAByteOrderMarkAndCarriageReturns) {
  Mistakes mistakes("t");
  const auto root = parse_tree(
      "\xEF\xBB\xBF"
      "a: 1\r\nb: 2\r\n",
      mistakes);
  ASSERT_TRUE(root);
  EXPECT_EQ(root->find("a")->text, "1");
  EXPECT_EQ(root->find("b")->text, "2");
}

TEST(Tree, RefusesTextAfterTheEndOfTheDocument) {
  EXPECT_THAT(tree_mistakes_in("a: 1\n...\nb: 2\n"), Not(IsEmpty()));
  EXPECT_THAT(tree_mistakes_in("a: 1\n... b\n"), Not(IsEmpty()));
  EXPECT_THAT(tree_mistakes_in("a: 1\n...\n"), IsEmpty());
}

TEST(Tree, BoundsNesting) {
  EXPECT_THAT(tree_mistakes_in(std::string(100'000, '[')), ElementsAre(HasSubstr("nested too deep")));
  EXPECT_THAT(tree_mistakes_in("a: " + std::string(100'000, '{')), ElementsAre(HasSubstr("nested too deep")));
  std::string block;
  for (int i = 0; i < 500; ++i) block += std::string(i, ' ') + "a:\n";
  EXPECT_THAT(tree_mistakes_in(block), ElementsAre(HasSubstr("nested too deep")));
}

TEST(Tree, MessagesCarryNoTerminalSequences) {
  EXPECT_EQ(in_single_quotes("a\x1b[2J"), "'a?[2J'");
  EXPECT_EQ(in_single_quotes(std::string(59, 'x') + "\xE2\x82\xAC" + "y"), "'" + std::string(59, 'x') + "...'");
}

TEST(Tree, FindsTheNearestName) {
  const std::vector<std::string_view> names = {"loop_threshold", "expected_app", "daemon"};
  EXPECT_EQ(nearest("lop_threshold", names), "loop_threshold");
  EXPECT_EQ(nearest("deamon", names), "daemon");
  EXPECT_EQ(nearest("expected_window", names), "");
  EXPECT_EQ(nearest("", names), "");
  EXPECT_EQ(nearest(std::string(1'000'000, 'x'), names), "");
}

}  // namespace
}  // namespace interlock::policy
