// Direct connections to another program, without a bus: the addresses that it may name, and the data that it may send.
#include "tests/live/dbus_fixture.h"

namespace interlock::platform::dbus {
namespace {

using DbusPeer = DbusConnection;

TEST_F(DbusPeer, StraightToAProgramThatListensItself) {
  Peer peer("");
  run([&]() -> asio::awaitable<void> {
    const auto pid = static_cast<std::uint32_t>(getpid());
    auto opened = co_await Connection::open_peer(loop_.get_executor(), peer.address() + ",guid=00", pid, in(20s));
    if (!opened) throw std::runtime_error(opened.error().text());
    EXPECT_EQ((*opened)->unique_name(), "");
    auto reply = co_await (*opened)->call(get_id(**opened), in(50ms));  // it never answers
    EXPECT_EQ(reply.error().kind, CallError::Kind::deadline);
  });
}

TEST_F(DbusPeer, AStrangersHandshakeCannotHarm) {
  const auto pid = static_cast<std::uint32_t>(getpid());
  const std::string id = "OK 0123456789abcdef0123456789abcdef\r\n";
  for (const std::string& handshake :
       {id + "AGREE_UNIX_FD\r\nAGREE_UNIX_FD\r\n", id + "AGREE_UNIX_FD\r\n", "DATA\r\n" + id,
        "DATA\r\n" + id + "ERROR\r\n", "DATA\r\n" + id + id, std::string("DATA\r\nOK 0\r\nAGREE_UNIX_FD\r\n"),
        std::string("REJECTED EXTERNAL\r\n"), std::string("\r\n\r\n\r\n\r\n"), std::string(4096, '\xff'),
        std::string("DATA"), std::string()}) {
    Peer peer("", handshake);
    run([&]() -> asio::awaitable<void> {
      auto opened = co_await Connection::open_peer(loop_.get_executor(), peer.address(), pid, in(150ms));
      EXPECT_FALSE(opened.has_value()) << handshake;
    });
    loop_.restart();
  }
}

TEST_F(DbusPeer, AStrangersGarbageIsNoAnswer) {
  const auto pid = static_cast<std::uint32_t>(getpid());
  std::string huge = "l\1\0\1\377\377\377\177\1\0\0\0\377\377\377\177";
  huge.resize(16);
  for (const std::string& garbage : {std::string(4096, '\xff'), std::string(64, '\0'), huge}) {
    Peer peer("", Peer::greeting + garbage);
    run([&]() -> asio::awaitable<void> {
      auto opened = co_await Connection::open_peer(loop_.get_executor(), peer.address(), pid, in(20s));
      if (!opened) co_return;  // the message came with the handshake
      auto reply = co_await (*opened)->call(get_id(**opened), in(200ms));
      EXPECT_FALSE(reply.has_value());  // the socket was closed, or the announced bytes never came
    });
    loop_.restart();
  }
}

TEST(DbusGreeting, IsReadToTheLetter) {
  const std::string whole = Peer::greeting;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_EQ(greeting(whole.substr(0, length)), Greeting::incomplete) << length;
    auto other = whole;
    other[length] = 'x';
    EXPECT_EQ(greeting(other), Greeting::wrong) << length;
  }
  EXPECT_EQ(greeting(whole), Greeting::complete);
  EXPECT_EQ(greeting(whole + "l"), Greeting::complete) << "what follows are messages";
}

TEST_F(DbusPeer, ASocketThatIsNotTheProgramsIsNotSpokenTo) {
  const auto pid = static_cast<std::uint32_t>(getpid());
  const auto why = [](const std::string& address, std::uint32_t of) {
    const auto fd = peer_socket(address, of);
    if (!fd) return fd.error().what;
    close(*fd);
    return std::string("connected");
  };
  EXPECT_NE(why(bus_.address(), pid).find("another process"), std::string::npos);
  EXPECT_EQ(why(bus_.address(), static_cast<std::uint32_t>(bus_.process().pid())), "connected");
  EXPECT_NE(why("unix:path=/etc/passwd", pid).find("no socket of this user's"), std::string::npos);
  EXPECT_NE(why("unix:path=/nonexistent", pid).find("No such file"), std::string::npos);
  for (const char* address : {"", "unix:path=", "unix:path=relative", "unix:abstract=/tmp/a", "tcp:host=localhost",
                              "unix:path=/tmp/%61", "unix:path=/a;unix:path=/b", "/tmp/a"}) {
    EXPECT_NE(why(address, pid).find("no unix:path address"), std::string::npos) << address;
  }
  EXPECT_NE(why("unix:path=/" + std::string(200, 'a'), pid).find("no unix:path address"), std::string::npos);
}

}  // namespace
}  // namespace interlock::platform::dbus
