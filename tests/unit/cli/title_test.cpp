#include "cli/desktop/title.h"

#include <gtest/gtest.h>

namespace interlock::cli {
namespace {

TEST(DesktopTitle, SaysWhatAPersonShouldKnow) {
  EXPECT_EQ(title_of("shop", {{"state", "running"}, {"pending", 0}}), "shop: an agent's desktop");
  EXPECT_EQ(title_of("shop", {{"state", "paused"}, {"pending", 0}}), "shop: an agent's desktop (paused)");
  EXPECT_EQ(title_of("shop", {{"state", "running"}, {"pending", 1}}), "shop: an agent's desktop (a question waits)");
  EXPECT_EQ(title_of("shop", {{"state", "paused"}, {"pending", 2}}),
            "shop: an agent's desktop (2 questions wait, paused)");
}

}  // namespace
}  // namespace interlock::cli
