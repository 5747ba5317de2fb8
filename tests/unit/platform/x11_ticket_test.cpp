#include "platform/x11/ticket.h"

#include <gtest/gtest.h>
#include <thread>

namespace interlock::platform::x11 {
namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

TEST(Ticket, what_was_abandoned_is_not_done) {
  Ticket ticket(steady_clock::now() + 1h);
  EXPECT_TRUE(ticket.wanted());
  EXPECT_TRUE(ticket.abandon());
  EXPECT_FALSE(ticket.wanted());
  EXPECT_FALSE(ticket.commit());
  EXPECT_TRUE(ticket.abandon());
}

TEST(Ticket, what_has_begun_cannot_be_abandoned) {
  Ticket ticket(steady_clock::now() + 1h);
  EXPECT_TRUE(ticket.commit());
  EXPECT_TRUE(ticket.commit());
  EXPECT_FALSE(ticket.abandon());
  EXPECT_TRUE(ticket.was_committed());
}

TEST(Ticket, nothing_begins_after_the_deadline) {
  Ticket ticket(steady_clock::now() - 1ms);
  EXPECT_FALSE(ticket.wanted());
  EXPECT_FALSE(ticket.commit());
  EXPECT_TRUE(ticket.abandon());
}

TEST(Ticket, one_side_wins) {
  for (int i = 0; i < 2000; ++i) {
    Ticket ticket(steady_clock::now() + 1h);
    bool committed = false;
    std::thread display([&] { committed = ticket.commit(); });
    const bool abandoned = ticket.abandon();
    display.join();
    ASSERT_NE(committed, abandoned);
  }
}

}  // namespace
}  // namespace interlock::platform::x11
