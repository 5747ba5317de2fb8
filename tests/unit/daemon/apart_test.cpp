// Whether an agent of another user has another way to the desktop than its socket.
#include "daemon/apart.h"

#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <fstream>

#include "tests/temp_dir.h"

namespace interlock::daemon {
namespace {

using gate::Known;

struct Display final : platform::WindowQueries {
  Known<std::vector<std::string>> guests;

  boost::asio::awaitable<Known<platform::DesktopFacts>> desktop(platform::Deadline) override { co_return gate::none; }
  boost::asio::awaitable<Known<std::vector<std::string>>> let_in(platform::Deadline) override { co_return guests; }
  boost::asio::awaitable<Known<platform::WindowFacts>> window(std::uint64_t, platform::Deadline) override {
    co_return gate::none;
  }
  boost::asio::awaitable<Known<platform::WindowTree>> windows(platform::TreeQuery, platform::Deadline) override {
    co_return gate::none;
  }
};

class ApartTest : public testing::Test {
 protected:
  ApartTest() {
    std::ofstream(cookie) << "cookie";
    ::chmod(cookie.c_str(), 0600);
  }
  /// What is told of a user who is neither us nor root, with this access list.
  std::string way(const Known<std::vector<std::string>>& guests) {
    display->guests = guests;
    boost::asio::co_spawn(io, apart.look(), boost::asio::detached);
    io.restart();
    io.run();
    return apart.way_of(other);
  }

  test::TempDir dir;
  const std::string cookie = dir.path() + "/cookie";
  const uid_t other = ::getuid() == 4711 ? 4712 : 4711;
  std::shared_ptr<Display> display = std::make_shared<Display>();
  boost::asio::io_context io;
  Apart apart{[this] { return display; }, cookie};
};

TEST_F(ApartTest, ADisplayThatLetsNobodyInLeavesNoWay) {
  EXPECT_NE(apart.way_of(other), "") << "nobody has looked yet";
  EXPECT_EQ(way(std::vector<std::string>{}), "");
  EXPECT_EQ(way(std::vector<std::string>{"SI:localuser:root", "SI:localuser:#12"}), "") << "other users' entries";
}

TEST_F(ApartTest, WhoeverMayOpenTheDisplayHasOne) {
  for (const std::string entry : {"everybody", "LOCAL:", "a network address", "SI:localgroup:users",
                                  "SI:localuser:no-such-user", "SI:localuser:#4711", "SI:localuser:#4712"}) {
    if (entry.find("#47") != entry.npos && !entry.ends_with(std::to_string(other))) continue;
    EXPECT_NE(way(std::vector<std::string>{entry}), "") << entry;
  }
  EXPECT_NE(way(gate::Unknown::no_display), "") << "not known is not closed";
}

TEST_F(ApartTest, WhoeverReadsTheCookieHasOne) {
  ::chmod(cookie.c_str(), 0604);
  EXPECT_NE(way(std::vector<std::string>{}), "");
}

TEST_F(ApartTest, OurOwnUserAndRootAreNeverApart) {
  way(std::vector<std::string>{});
  EXPECT_NE(apart.way_of(::getuid()), "");
  EXPECT_NE(apart.way_of(0), "");
}

}  // namespace
}  // namespace interlock::daemon
