#include "daemon/asking/prompt_channel.h"

#include <gtest/gtest.h>

namespace interlock::daemon {
namespace {

using policy::PromptChannel;

TEST(PromptChannel, ConsequencesAreAskedAboutWhereNoProgramCanChangeTheText) {
  for (const char* rule :
       {"irreversible", "command", "blocklist", "credential", "destination", "custom", "context", "scope"}) {
    EXPECT_EQ(channel_for(PromptChannel::automatic, rule, false), Shown::window) << rule;
    EXPECT_EQ(channel_for(PromptChannel::automatic, rule, true), Shown::notification) << rule;
  }
  EXPECT_EQ(channel_for(PromptChannel::automatic, "confidence", false), Shown::notification);
}

TEST(PromptChannel, ThePolicyMaySayOtherwise) {
  EXPECT_EQ(channel_for(PromptChannel::notification, "irreversible", false), Shown::notification);
  EXPECT_EQ(channel_for(PromptChannel::window, "confidence", true), Shown::window);
}

}  // namespace
}  // namespace interlock::daemon
