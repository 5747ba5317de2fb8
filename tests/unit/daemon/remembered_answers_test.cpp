#include "daemon/asking/remembered_answers.h"

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

using namespace std::chrono_literals;

const RememberedAnswers::Time start{};
const Lifespan session{Lifespan::Kind::session, {}};
const Lifespan minute{Lifespan::Kind::span, 60s};

TEST(RememberedAnswers, AYesForOnceIsNotKept) {
  RememberedAnswers kept;
  kept.approved("s1", "a", {}, start);
  EXPECT_FALSE(kept.recall("s1", "a", start));
}

TEST(RememberedAnswers, AYesForAWhileEnds) {
  RememberedAnswers kept;
  kept.approved("s1", "a", minute, start);
  ASSERT_TRUE(kept.recall("s1", "a", start + 59s));
  EXPECT_TRUE(kept.recall("s1", "a", start + 59s)->approved);
  EXPECT_FALSE(kept.recall("s1", "a", start + 60s));
}

TEST(RememberedAnswers, AreOfOneSessionAndOneQuestion) {
  RememberedAnswers kept;
  kept.approved("s1", "a", session, start);
  kept.denied("s1", "b", "", 30s, start);
  EXPECT_FALSE(kept.recall("s2", "a", start));
  EXPECT_FALSE(kept.recall("s1", "ab", start));
  EXPECT_FALSE(kept.recall("s2", "b", start));
  EXPECT_FALSE(kept.recall("s1", "b", start)->approved);
  EXPECT_FALSE(kept.recall("s1", "b", start + 30s));
  EXPECT_TRUE(kept.recall("s1", "a", start + 9999h));
}

TEST(RememberedAnswers, ANoEndsAYes) {
  RememberedAnswers kept;
  kept.approved("s1", "a", session, start);
  kept.denied("s1", "a", "", 0s, start);
  EXPECT_FALSE(kept.recall("s1", "a", start));
}

TEST(RememberedAnswers, QuestionsWithoutATargetAreNotKept) {
  RememberedAnswers kept;
  kept.approved("s1", "", session, start);
  kept.approved("s1", std::string(RememberedAnswers::longest_about + 1, 'x'), session, start);
  EXPECT_FALSE(kept.recall("s1", "", start));
  EXPECT_FALSE(kept.recall("s1", std::string(RememberedAnswers::longest_about + 1, 'x'), start));
}

TEST(RememberedAnswers, DenialsCountUntilAYes) {
  RememberedAnswers kept;
  EXPECT_EQ(kept.denied("s1", "a", "", 0s, start), 1u);
  EXPECT_EQ(kept.denied("s1", "b", "", 0s, start), 2u);
  EXPECT_EQ(kept.denied("s2", "b", "", 0s, start), 1u);
  kept.approved("s1", "c", {}, start);
  EXPECT_EQ(kept.denied("s1", "a", "", 0s, start), 1u);
}

TEST(RememberedAnswers, AreForgottenWithTheirSession) {
  RememberedAnswers kept;
  kept.approved("s1", "a", session, start);
  kept.approved("s2", "a", session, start);
  kept.denied("s1", "b", "", 30s, start);
  kept.forget_session("s1");
  EXPECT_FALSE(kept.recall("s1", "a", start));
  EXPECT_FALSE(kept.recall("s1", "b", start));
  EXPECT_EQ(kept.denied("s1", "c", "", 30s, start), 1u);
  EXPECT_TRUE(kept.recall("s2", "a", start));
  kept.forget_all();
  EXPECT_FALSE(kept.recall("s2", "a", start));
}

TEST(RememberedAnswers, AreBounded) {
  RememberedAnswers kept;
  for (std::size_t i = 0; i <= RememberedAnswers::most; ++i) kept.approved("s1", std::to_string(i), session, start);
  EXPECT_FALSE(kept.recall("s1", "0", start));
  EXPECT_TRUE(kept.recall("s1", "1", start));
}

}  // namespace
}  // namespace interlock::daemon
