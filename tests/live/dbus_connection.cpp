#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "tests/live/dbus_fixture.h"

namespace interlock::platform::dbus {
namespace {

TEST_F(DbusConnection, ConnectsCallsAndReads) {
  run([&]() -> asio::awaitable<void> {
    auto connection = co_await connect();
    EXPECT_EQ(connection->unique_name().substr(0, 1), ":");
    auto reply = co_await connection->call(get_id(*connection), in(20s));
    EXPECT_TRUE(reply.has_value());
    const char* id = nullptr;
    EXPECT_GT(sd_bus_message_read(reply->get(), "s", &id), 0);
    EXPECT_EQ(std::string_view(id).size(), 32u);
  });
}

TEST_F(DbusConnection, PipelinesInOrderAndReportsRefusals) {
  run([&]() -> asio::awaitable<void> {
    auto connection = co_await connect();
    std::vector<Message> calls;
    for (int i = 0; i < 500; ++i) {
      calls.push_back(connection->method_call("org.freedesktop.DBus", "/", "org.freedesktop.DBus",
                                              i % 2 ? "NameHasOwner" : "NoSuchThing"));
      if (i % 2) sd_bus_message_append(calls.back().get(), "s", i % 4 == 1 ? "org.freedesktop.DBus" : "a.b");
    }
    calls.push_back(connection->method_call("no name", "/", "a.b", "C"));
    const auto replies = co_await connection->call_all(std::move(calls), in(20s));
    EXPECT_EQ(replies.size(), 501u);
    for (int i = 0; i < 500; ++i) {
      const auto& reply = replies[static_cast<std::size_t>(i)];
      if (i % 2 == 0) {
        EXPECT_EQ(reply.error().kind, CallError::Kind::refused);
        EXPECT_EQ(reply.error().name, "org.freedesktop.DBus.Error.UnknownMethod");
      } else {
        int owned = -1;
        EXPECT_GT(sd_bus_message_read(reply->get(), "b", &owned), 0);
        EXPECT_EQ(owned, i % 4 == 1);
      }
    }
    EXPECT_EQ(replies.back().error().name, "org.freedesktop.DBus.Error.InvalidArgs");
  });
}

TEST_F(DbusConnection, EndsACallAtItsDeadlineAndServesOthersMeanwhile) {
  run([&]() -> asio::awaitable<void> {
    auto connection = co_await connect();
    bus_.stop();
    const auto start = std::chrono::steady_clock::now();
    auto reply = co_await connection->call(get_id(*connection), in(100ms));
    const auto took = std::chrono::steady_clock::now() - start;
    bus_.process().signal(SIGCONT);
    EXPECT_EQ(reply.error().kind, CallError::Kind::deadline);
    EXPECT_GE(took, 100ms);
    reply = co_await connection->call(get_id(*connection), in(20s));
    EXPECT_TRUE(reply.has_value());
  });
}

TEST_F(DbusConnection, CancellationEndsACall) {
  run([&]() -> asio::awaitable<void> {
    auto connection = co_await connect();
    bus_.stop();
    asio::cancellation_signal signal;
    bool ended = false;
    asio::co_spawn(
        loop_,
        [&]() -> asio::awaitable<void> {
          auto reply = co_await connection->call(get_id(*connection), in(20s));
          EXPECT_EQ(reply.error().message, "cancelled");
          ended = true;
        },
        asio::bind_cancellation_slot(signal.slot(), asio::detached));
    asio::steady_timer timer(loop_, 50ms);
    co_await timer.async_wait(asio::use_awaitable);
    EXPECT_FALSE(ended);
    signal.emit(asio::cancellation_type::terminal);
    timer.expires_after(50ms);
    co_await timer.async_wait(asio::use_awaitable);
    EXPECT_TRUE(ended);
    bus_.process().signal(SIGCONT);
  });
}

TEST_F(DbusConnection, DeliversSignalsUntilTheSubscriptionIsDropped) {
  run([&]() -> asio::awaitable<void> {
    auto connection = co_await connect();
    int seen = 0;
    Subscription subscription;
    subscription = connection->subscribe(
        "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0namespace='interlock.test'",
        [&](sd_bus_message*) {
          ++seen;
          subscription.reset();  // from inside its own handler
        });
    EXPECT_NE(subscription, nullptr);
    for (const char* name : {"interlock.test.A", "interlock.test.B"}) {
      auto request = connection->method_call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName");
      sd_bus_message_append(request.get(), "su", name, 4u);
      auto reply = co_await connection->call(std::move(request), in(20s));
      EXPECT_TRUE(reply.has_value());
    }
    (void)co_await connection->call(get_id(*connection), in(20s));
    EXPECT_EQ(seen, 1);
    EXPECT_EQ(connection->subscribe("nonsense'", [](sd_bus_message*) {}), nullptr);
  });
}

TEST_F(DbusConnection, ALostBusEndsPendingCallsAndIsReportedOnce) {
  run([&]() -> asio::awaitable<void> {
    auto connection = co_await connect();
    int reported = 0;
    connection->on_disconnect([&] { ++reported; });
    bus_.stop();
    asio::steady_timer timer(loop_, 50ms);
    timer.async_wait([&](auto) { bus_.process().signal(SIGKILL); });  // without SIGCONT: it would answer first
    auto reply = co_await connection->call(get_id(*connection), in(20s));
    EXPECT_EQ(reply.error().kind, CallError::Kind::disconnected);
    reply = co_await connection->call(get_id(*connection), in(20s));
    EXPECT_EQ(reply.error().kind, CallError::Kind::disconnected);
    EXPECT_EQ(reported, 1);
    EXPECT_FALSE(connection->is_open());
    EXPECT_EQ(connection->subscribe("type='signal'", [](sd_bus_message*) {}), nullptr);
  });
}

TEST_F(DbusConnection, DroppedMidCallEndsTheCall) {
  run([&]() -> asio::awaitable<void> {
    auto connection = co_await connect();
    bus_.stop();
    bool reported = false;
    connection->on_disconnect([&] { reported = true; });
    asio::steady_timer timer(loop_, 20ms);
    timer.async_wait([&](auto) { connection.reset(); });
    auto reply = co_await connection->call(get_id(*connection), in(20s));
    EXPECT_EQ(reply.error().kind, CallError::Kind::disconnected);
    EXPECT_FALSE(reported);
    bus_.process().signal(SIGCONT);
  });
}

TEST_F(DbusConnection, DroppedFromItsOwnSignalHandler) {
  run([&]() -> asio::awaitable<void> {
    auto connection = co_await connect();
    auto subscription = connection->subscribe("type='signal',member='NameOwnerChanged',arg0='interlock.test'",
                                              [&](sd_bus_message*) { connection.reset(); });
    auto request = connection->method_call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName");
    sd_bus_message_append(request.get(), "su", "interlock.test", 4u);
    auto reply = co_await connection->call(std::move(request), in(20s));
    EXPECT_EQ(connection, nullptr);
  });
}

TEST_F(DbusConnection, TheLoopMayEndWithCallsPending) {
  auto loop = std::make_unique<asio::io_context>();
  std::weak_ptr<Connection> connection;
  bool answered = false;
  asio::co_spawn(
      *loop,
      [&]() -> asio::awaitable<void> {
        auto opened = co_await Connection::open(loop->get_executor(), bus_.address(), in(20s));
        connection = *opened;
        bus_.stop();
        (void)co_await (*opened)->call(get_id(**opened), in(20s));
        answered = true;
      },
      asio::detached);
  while (connection.expired()) loop->run_one();
  loop->poll();
  ASSERT_FALSE(answered) << "the call is not pending";
  loop.reset();
  EXPECT_TRUE(connection.expired()) << "a pending call keeps its connection";
  EXPECT_FALSE(answered);
  bus_.process().signal(SIGCONT);
}

TEST_F(DbusConnection, SaysWhyItCannotConnect) {
  run([&]() -> asio::awaitable<void> {
    auto opened = co_await Connection::open(loop_.get_executor(), "unix:path=/nonexistent/bus", in(20s));
    EXPECT_EQ(opened.error().what, "cannot connect to the bus: No such file or directory");
    EXPECT_EQ(opened.error().where, "unix:path=/nonexistent/bus");
    opened = co_await Connection::open(loop_.get_executor(), "no address", in(20s));
    EXPECT_FALSE(opened.has_value());
    bus_.stop();
    opened = co_await Connection::open(loop_.get_executor(), bus_.address(), in(100ms));
    EXPECT_EQ(opened.error().what, "cannot connect to the bus: no answer in time");
    bus_.process().signal(SIGCONT);
  });
}

TEST_F(DbusConnection, GarbageClosesTheConnection) {
  std::string huge = "l\1\0\1\377\377\377\177\1\0\0\0\377\377\377\177";
  huge.resize(16);
  for (const std::string& garbage :
       {std::string(4096, '\xff'), std::string(64, '\0'), std::string("GET / HTTP/1.1\r\n\r\n"), huge}) {
    Peer peer(garbage);
    run([&]() -> asio::awaitable<void> {
      auto opened = co_await Connection::open(loop_.get_executor(), peer.address(), in(300ms));
      EXPECT_FALSE(opened.has_value());
    });
    loop_.restart();
  }
}

TEST(DbusAddress, ComesFromTheEnvironment) {
  setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/a", 1);
  EXPECT_EQ(*session_bus_address(), "unix:path=/a");
  unsetenv("DBUS_SESSION_BUS_ADDRESS");
  setenv("XDG_RUNTIME_DIR", "/nonexistent", 1);
  const auto missing = session_bus_address();
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error().what, "no session bus");
}

}  // namespace
}  // namespace interlock::platform::dbus
