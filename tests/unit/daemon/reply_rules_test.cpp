#include "daemon/asking/reply_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

using namespace std::chrono_literals;
using policy::Replies;
using testing::HasSubstr;
using testing::IsEmpty;

const std::chrono::steady_clock::time_point shown{1000s};

TEST(ReplyRules, APersonsPressBringsAYesAbout) {
  EXPECT_THAT(objection(Replies::real_input, {shown, shown + 3s, shown + 2900ms}), IsEmpty());
}

TEST(ReplyRules, WithoutAPressOfARealDeviceItIsAPrograms) {
  EXPECT_THAT(objection(Replies::real_input, {shown, shown + 3s, std::nullopt}), HasSubstr("program"));
  EXPECT_THAT(objection(Replies::real_input, {shown, shown + 600ms, shown - 1ms}), HasSubstr("program"))
      << "before the prompt was there";
  EXPECT_THAT(objection(Replies::real_input, {shown, shown + 9s, shown + 2s}), HasSubstr("program"))
      << "pressed for something else, long ago";
}

TEST(ReplyRules, TooQuickIsNotMeant) {
  for (const auto replies : {Replies::real_input, Replies::any_input}) {
    EXPECT_THAT(objection(replies, {shown, shown + 499ms, shown + 490ms}), HasSubstr("quick"));
    EXPECT_THAT(objection(replies, {shown, shown + 500ms, shown + 490ms}), IsEmpty());
  }
}

TEST(ReplyRules, ARemoteDesktopsInputCountsWhereThePolicySaysSo) {
  EXPECT_THAT(objection(Replies::any_input, {shown, shown + 3s, std::nullopt}), IsEmpty());
  EXPECT_THAT(no_reply_counts(Replies::any_input, "no XInput2"), IsEmpty());
}

TEST(ReplyRules, WhereAYesMustBeSignedNothingOnTheScreenApproves) {
  EXPECT_THAT(no_reply_counts(Replies::signed_only, ""), HasSubstr("signed"));
}

TEST(ReplyRules, IfDevicesAreUnknownNothingOnTheScreenApproves) {
  EXPECT_THAT(no_reply_counts(Replies::real_input, ""), IsEmpty());
  EXPECT_THAT(no_reply_counts(Replies::real_input, "no XInput2"), HasSubstr("no XInput2"));
  EXPECT_THAT(no_reply_counts(Replies::interlockctl, ""), HasSubstr("interlockctl"));
}

}  // namespace
}  // namespace interlock::daemon
