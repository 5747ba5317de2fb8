// The users that an entry of an X server's access list admits.
#include <gtest/gtest.h>

// After GoogleTest: Xlib's macros are common words.
#include "platform/x11/access.h"

namespace interlock::platform::x11 {
namespace {

TEST(X11Access, AnEntryOfOneUserMeansThatUser) {
  EXPECT_EQ(admitted_by("SI:localuser:root"), (Admitted{0, "SI:localuser:root"}));
  EXPECT_EQ(admitted_by("SI:localuser:#4711"), (Admitted{4711, "SI:localuser:#4711"}));
}

TEST(X11Access, AnyOtherEntryMayMeanAnybody) {
  for (const std::string entry : {"everybody", "LOCAL:", "a network address", "SI:localgroup:users",
                                  "SI:localuser:no-such-user", "SI:localuser:#47x", "SI:localuser:#"}) {
    EXPECT_EQ(admitted_by(entry), (Admitted{std::nullopt, entry}));
  }
}

}  // namespace
}  // namespace interlock::platform::x11
