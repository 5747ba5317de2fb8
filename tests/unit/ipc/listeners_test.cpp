// TCP sockets by which programs act on the desktop.
#include "ipc/listeners.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "ipc/fd.h"

namespace interlock::ipc {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Listeners, AreReadFromTheKernelsTable) {
  const auto found = listening_in(
      "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
      "   0: 0100007F:2406 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 4711 1 0\n"
      "   1: 00000000:170C 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 12 1 0\n"
      "   2: 0100007F:2406 0100007F:9999 01 00000000:00000000 00:00000000 00000000  1000        0 13 1 0\n"
      "   3: 00000000000000000000000001000000:1770 00000000000000000000000000000000:0000 0A 0:0 00:0 0  0  0 14 1\n"
      "   4: 0000000000000000FFFF00000100007F:1770 00000000000000000000000000000000:0000 0A 0:0 00:0 0  0  0 15 1\n"
      "   5: nonsense\n");
  ASSERT_THAT(found, SizeIs(4));
  EXPECT_EQ(found[0], (Listener{.address = "127.0.0.1", .port = 9222, .inode = 4711}));
  EXPECT_TRUE(found[0].only_loopback());
  EXPECT_EQ(found[1].address, "0.0.0.0");
  EXPECT_FALSE(found[1].only_loopback());
  EXPECT_EQ(found[2].address, "::1");
  EXPECT_TRUE(found[2].only_loopback());
  EXPECT_EQ(found[3].address, "127.0.0.1") << "as IPv6 writes it";
}

TEST(Listeners, AProgramsArgumentsSayWhatItOffers) {
  EXPECT_EQ(offer_of(9333, {"/usr/lib/chromium/chromium", "--remote-debugging-port=9333"}), "DevTools of chromium");
  EXPECT_EQ(offer_of(1, {"/opt/app/electron", "--remote-debugging-port", "1"}), "DevTools of electron");
  EXPECT_EQ(offer_of(2828, {"/usr/lib/firefox-esr/firefox-esr"}), "Marionette of firefox-esr");
  EXPECT_EQ(offer_of(4444, {"firefox", "-marionette"}), "Marionette of firefox");
  EXPECT_THAT(offer_of(5900, {"x11vnc"}), HasSubstr("remote desktop"));
  EXPECT_THAT(offer_of(6001, {"/usr/bin/Xvfb", ":1", "-listen", "tcp"}), HasSubstr("X server"));
  EXPECT_EQ(offer_of(9222, {"/usr/bin/nginx"}), "");
  EXPECT_EQ(offer_of(8080, {"/usr/bin/python3", "serve.py"}), "");
  EXPECT_NE(offer_of(9222, {}), "") << "the port alone decides";
  EXPECT_EQ(offer_of(80, {}), "");
}

/// Of this process, whose command is no browser's.
TEST(Listeners, AServerThatCannotActOnTheDesktopIsNone) {
  const Fd fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(fd.get(), 1), 0);
  socklen_t size = sizeof address;
  ASSERT_EQ(::getsockname(fd.get(), reinterpret_cast<sockaddr*>(&address), &size), 0);
  const auto listeners = desktop_listeners();
  ASSERT_TRUE(listeners.has_value());
  for (const auto& listener : *listeners) EXPECT_NE(listener.port, ntohs(address.sin_port));
}

TEST(Listeners, AreNamedForPeople) {
  EXPECT_EQ(text_of({.address = "127.0.0.1", .port = 9222, .what = "DevTools of chromium"}),
            "DevTools of chromium (127.0.0.1:9222)");
  EXPECT_EQ(text_of({.address = "::1", .port = 9222, .what = "DevTools of chromium"}),
            "DevTools of chromium ([::1]:9222)");
}

}  // namespace
}  // namespace interlock::ipc
