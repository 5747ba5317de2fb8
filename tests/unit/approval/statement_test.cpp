/// The statement: its bytes are fixed (golden), equal for equal statements alone.
#include "approval/statement.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "approval/digest.h"
#include "approval/marked.h"

namespace interlock::approval {
namespace {

Statement golden() {
  return {.question = "00112233445566778899aabbccddeeff",
          .desktop = "anna@desk\xC3\xA9 :7",
          .start = "ffeeddccbbaa99887766554433221100",
          .shown = std::string(63, '0') + "1",
          .done = std::string(63, '0') + "2",
          .policy = std::string(63, '0') + "3",
          .picture = "",
          .lifespan = "10m",
          .deadline_ms = 61234};
}

std::string golden_bytes() {
  std::ifstream file(INTERLOCK_SOURCE_DIR "/tests/fixtures/approval/statement.txt", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(Statement, HasExactlyTheseBytes) {
  std::string expected = golden_bytes();
  // In the file the two bytes of the letter are one escape each.
  const auto at = expected.find("%C3%A9");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(serialize(golden()), expected);
  EXPECT_EQ(sha256_hex(expected), "ca02848e2a4c86426c0c8ae38d523120f4c717efddf3966abfbeb17c42d16254");
  EXPECT_EQ(parse_statement(expected), golden());
}

TEST(Statement, EveryFieldChangesTheBytes) {
  const std::string before = serialize(golden());
  const auto differs = [&](auto change) {
    Statement changed = golden();
    change(changed);
    return serialize(changed) != before;
  };
  EXPECT_TRUE(differs([](Statement& s) { s.question.back() = '0'; }));
  EXPECT_TRUE(differs([](Statement& s) { s.desktop = "anna@other :7"; }));
  EXPECT_TRUE(differs([](Statement& s) { s.start.back() = '1'; }));
  EXPECT_TRUE(differs([](Statement& s) { s.shown.back() = '9'; }));
  EXPECT_TRUE(differs([](Statement& s) { s.done.back() = '9'; }));
  EXPECT_TRUE(differs([](Statement& s) { s.policy.back() = '9'; }));
  EXPECT_TRUE(differs([](Statement& s) { s.picture = std::string(64, 'a'); }));
  EXPECT_TRUE(differs([](Statement& s) { s.lifespan = "once"; }));
  EXPECT_TRUE(differs([](Statement& s) { s.deadline_ms += 1; }));
}

TEST(Statement, HasOneSpelling) {
  const std::string text = serialize(golden());
  EXPECT_FALSE(parse_statement(text + "\n"));
  EXPECT_FALSE(parse_statement(text.substr(0, text.size() - 1)));
  EXPECT_FALSE(parse_statement("interlock statement 2" + text.substr(21)));
  std::string lower = text;
  lower.replace(lower.find("%C3"), 3, "%c3");
  EXPECT_FALSE(parse_statement(lower));
  Statement tricky = golden();
  tricky.desktop = "a\nlifespan session\n%0A";
  EXPECT_EQ(parse_statement(serialize(tricky)), tricky);
}

TEST(Statement, TheDigestOfRowsKnowsWhereEachTextEnds) {
  EXPECT_EQ(digest_of({{"a", "b"}}), sha256_hex("1:a,1:b,"));
  EXPECT_NE(digest_of({{"a", "bc"}}), digest_of({{"ab", "c"}}));
  EXPECT_NE(digest_of({{"a", "b"}, {"c", "d"}}), digest_of({{"c", "d"}, {"a", "b"}}));
  EXPECT_NE(digest_of({{"a", "1:b,"}}), digest_of({{"a", "b"}}));
}

TEST(Marked, ShowsTextWholeWithWhatIsInvisibleAsItsNumber) {
  EXPECT_EQ(marked("pay \xE2\x80\xAE"
                   "01\xE2\x80\x8B"),
            "pay ⟨U+202E⟩01⟨U+200B⟩");
  EXPECT_EQ(marked("a\tb\nc\x7F"), "a⟨U+0009⟩b\nc⟨U+007F⟩");
  EXPECT_EQ(marked("⟨U+202E⟩"), "⟨U+27E8⟩U+202E⟨U+27E9⟩") << "text cannot imitate a mark";
  EXPECT_EQ(marked("\xFF"), "⟨xFF⟩");
  EXPECT_EQ(marked("\xC2\xA0\xE3\x85\xA4\xEF\xB8\x8F"), "⟨U+00A0⟩⟨U+3164⟩⟨U+FE0F⟩");
  EXPECT_EQ(marked("שלום é 中文"), "שלום é 中文");
  const std::string longest(64 * 1024, 'x');
  EXPECT_EQ(marked(longest + "\xE2\x80\x8F"), longest + "⟨U+200F⟩") << "nothing is cut";
}

}  // namespace
}  // namespace interlock::approval
