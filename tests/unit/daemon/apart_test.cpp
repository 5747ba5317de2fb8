// Whether an agent of another user has another way to the desktop than its socket.
#include "daemon/desk/apart.h"

#include <gtest/gtest.h>
#include <pwd.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <cerrno>
#include <cstring>
#include <fstream>

#include "tests/temp_dir.h"

namespace interlock::daemon {
namespace {

using Guests = std::vector<platform::Admitted>;

struct Access final : platform::DisplayAccess {
  Known<Guests> guests;
  boost::asio::awaitable<Known<Guests>> admitted(platform::Deadline) override { co_return guests; }
};

class ApartTest : public testing::Test {
 protected:
  ApartTest() {
    std::ofstream(cookie) << "cookie";
    ::chmod(cookie.c_str(), 0600);
  }
  /// The result for a user who is neither us nor root, with this access list.
  std::string way(const Known<Guests>& guests) {
    access->guests = guests;
    boost::asio::co_spawn(io, apart.look(), boost::asio::detached);
    io.restart();
    io.run();
    return apart.way_of(other);
  }

  test::TempDir dir;
  const std::string cookie = dir.path() + "/cookie";
  const uid_t other = ::getuid() == 4711 ? 4712 : 4711;
  std::shared_ptr<Access> access = std::make_shared<Access>();
  boost::asio::io_context io;
  Apart apart{[this] { return access; }, {{cookie, R_OK, "the display's cookie"}}};
};

TEST_F(ApartTest, ADisplayThatAdmitsNobodyIsNoWay) {
  EXPECT_NE(apart.way_of(other), "") << "nobody has looked yet";
  EXPECT_EQ(way(Guests{}), "");
  EXPECT_EQ(way(Guests{{0, "root"}, {12, "#12"}}), "") << "other users' entries";
}

TEST_F(ApartTest, WhoeverMayOpenTheDisplayHasOne) {
  EXPECT_NE(way(Guests{{std::nullopt, "everybody"}}), "");
  EXPECT_NE(way(Guests{{0, "root"}, {other, "other"}}), "");
  EXPECT_NE(way(Unknown::no_display), "") << "not known is not closed";
}

TEST_F(ApartTest, WhoeverReadsTheCookieHasOne) {
  ::chmod(cookie.c_str(), 0604);
  EXPECT_NE(way(Guests{}), "");
}

TEST_F(ApartTest, WhoeverAnAccessControlListMayNameHasOne) {
  const passwd* known = ::getpwnam("nobody");  // an unknown user may be a member of any group
  if (known == nullptr || known->pw_uid == ::getuid()) GTEST_SKIP() << "no other user here";
  const uid_t named = known->pw_uid;
  way(Guests{});
  ASSERT_EQ(apart.way_of(named), "");
  // The format of acl(5): version 2, then tag, permissions and id of owner, a named user, group, mask, others.
  const std::array<std::uint16_t, 22> list = {
      2,  0, 1,      6,      0xFFFF, 0xFFFF, 2,      4,     static_cast<std::uint16_t>(named), 0, 4, 0, 0xFFFF, 0xFFFF,
      16, 4, 0xFFFF, 0xFFFF, 32,     0,      0xFFFF, 0xFFFF};
  if (::setxattr(cookie.c_str(), "system.posix_acl_access", list.data(), sizeof list, 0) != 0) {
    GTEST_SKIP() << "no access control lists here: " << std::strerror(errno);
  }
  EXPECT_NE(apart.way_of(named), "");
}

TEST_F(ApartTest, WhereItCannotBeLookedAtThereMayBeOne) {
  const auto endless = dir.path() + "/endless";
  ASSERT_EQ(::symlink(endless.c_str(), endless.c_str()), 0);
  EXPECT_TRUE(may_open(endless, other, R_OK));
  EXPECT_FALSE(may_open(dir.path() + "/nothing", other, R_OK));
}

TEST_F(ApartTest, OurOwnUserAndRootAreNeverApart) {
  way(Guests{});
  EXPECT_NE(apart.way_of(::getuid()), "");
  EXPECT_NE(apart.way_of(0), "");
}

}  // namespace
}  // namespace interlock::daemon
