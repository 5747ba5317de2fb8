// The chain of records: how it is built, and how each kind of tampering is found.
#include <gmock/gmock.h>

#include "audit/find.h"
#include "audit/link.h"
#include "tests/unit/audit/log_fixture.h"

namespace interlock::audit {
namespace {

using testing::HasSubstr;

class ChainTest : public LogTest {};

TEST_F(ChainTest, TheChainHoldsAcrossRestarts) {
  for (int run = 0; run < 3; ++run) {
    auto audit = open();
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(audit->end(*audit->begin({{"action", "click"}}), {{"executed", true}}));
    EXPECT_EQ(audit->head().link, link_of(lines().back()));
  }
  EXPECT_EQ(records()[0].at("prev"), boost::json::string(no_link));
  EXPECT_EQ(flaw(), "none");
}

TEST_F(ChainTest, AnyChangeCutOrReorderIsFoundAtItsPlace) {
  {
    auto audit = open();
    for (int i = 0; i < 10; ++i) ASSERT_TRUE(audit->note("n", {{"i", i}}));
  }
  const auto good = lines();
  const std::string changed = "audit.jsonl:5: does not follow";

  auto bad = good;
  bad[3].replace(bad[3].find("\"i\":3"), 5, "\"i\":9");
  replace_lines(bad);
  EXPECT_THAT(flaw(), testing::StartsWith(changed));

  bad = good;
  bad.erase(bad.begin() + 4);
  replace_lines(bad);
  EXPECT_THAT(flaw(), testing::StartsWith(changed));

  bad = good;
  std::swap(bad[4], bad[5]);
  replace_lines(bad);
  EXPECT_THAT(flaw(), testing::StartsWith(changed));

  bad = good;
  bad.insert(bad.begin() + 4, good[2]);
  replace_lines(bad);
  EXPECT_THAT(flaw(), testing::StartsWith(changed));

  bad = good;
  bad.insert(bad.begin() + 4, "{\"record\":\"note\"}");
  replace_lines(bad);
  EXPECT_THAT(flaw(), testing::StartsWith("audit.jsonl:5: is not a record"));

  bad = good;
  bad.erase(bad.begin());
  replace_lines(bad);
  EXPECT_THAT(flaw(), testing::StartsWith("audit.jsonl:1: is not the first record"));

  replace_lines(good);
  EXPECT_EQ(flaw(), "none");
}

TEST_F(ChainTest, ACutEndIsDetectedByAReportedHead) {
  std::vector<Head> reported;
  {
    auto audit = *Log::open(dir_, {.report_head = [&](const Head& head) { reported.push_back(head); }});
    for (int i = 0; i < 600; ++i) ASSERT_TRUE(audit->note("n", {}));
    audit->report_head();
  }
  ASSERT_GE(reported.size(), 3U) << "each 256 records, and when asked";
  EXPECT_EQ(reported.back().records, 600U);
  auto bad = lines();
  bad.resize(599);
  Verifier verifier;
  for (const auto& line : bad) EXPECT_TRUE(verifier.line(line));
  EXPECT_FALSE(verifier.has(reported.back().link));
  EXPECT_TRUE(verifier.has(reported.front().link));
}

TEST_F(ChainTest, ATornLineIsNoFlawWhenItWasNotedAndIsOneWhenItWasNot) {
  ASSERT_TRUE(open()->note("start", {}));
  write_raw("{\"prev\":\"12");
  EXPECT_THAT(flaw(), HasSubstr(":2: is not a record"));
  ASSERT_TRUE(open()->note("start", {}));
  EXPECT_EQ(flaw(), "none");
  auto bad = lines();
  bad[1] += "x";
  replace_lines(bad);
  EXPECT_THAT(flaw(), HasSubstr(":2: is not a record"));
}

TEST_F(ChainTest, AFullFileIsRotatedAndTheChainContinues) {
  std::string first;
  {
    auto audit = *Log::open(dir_, {.rotate_bytes = 4000});
    first = *audit->begin({{"action", "click"}});
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(audit->note("n", {{"i", i}}));
    ASSERT_TRUE(audit->end(first, {{"executed", true}}));
  }
  const auto files = log_files(dir_);
  ASSERT_GE(files.size(), 4U);
  for (const auto& file : files) {
    EXPECT_LT(fs::file_size(file), 4400U);
    EXPECT_EQ(fs::status(file).permissions(), fs::perms(0600));
  }
  EXPECT_EQ(flaw(), "none");
  EXPECT_EQ(find_record(dir_, first)->at("executed"), true);
  EXPECT_EQ(find_record(dir_, first)->at("action"), "click");

  fs::remove(log_);  // as after a crash between the two steps of a rotation
  ASSERT_TRUE(open()->note("start", {}));
  EXPECT_EQ(flaw(), "none");
  fs::remove(files[1]);
  EXPECT_THAT(flaw(), HasSubstr("does not follow"));
}

TEST_F(ChainTest, ChangesByOthersWhileItWasOpenAreAFlaw) {
  auto audit = open();
  ASSERT_TRUE(audit->note("start", {}));
  write_raw("{\"record\":\"note\"}\n");
  ASSERT_TRUE(audit->note("n", {}));
  EXPECT_THAT(flaw(), HasSubstr(":2: is not a record"));
}

TEST_F(ChainTest, ListsPicturesAndRemovedPictures) {
  {
    auto audit = open();
    const auto id = *audit->begin({{"action", "click"}});
    ASSERT_TRUE(audit->note("picture", {{"of", id}, {"file", id + ".png"}, {"sha256", sha256("png")}}));
    ASSERT_TRUE(audit->note("pictures_removed", {{"through", "0b.png"}}));
    ASSERT_TRUE(audit->note("pictures_removed", {{"through", "0a.png"}}));
    EXPECT_EQ(find_record(dir_, id)->at("picture").at("sha256"), boost::json::string(sha256("png")));
  }
  Verifier verifier;
  verifier.begin_file("log");
  for (const auto& line : lines()) EXPECT_TRUE(verifier.line(line));
  ASSERT_EQ(verifier.pictures().size(), 1U);
  EXPECT_EQ(verifier.pictures()[0].sha256, sha256("png"));
  EXPECT_EQ(verifier.pictures()[0].where, "log:2");
  EXPECT_EQ(verifier.pictures_removed(), "0b.png");
}

TEST(Sha256, IsTheStandards) {  // an example of FIPS 180-4
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace interlock::audit
