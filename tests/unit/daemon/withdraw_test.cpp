/// An action that an agent cancels is not done; later actions are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>

#include "daemon/path/pipeline.h"
#include "policy/loader.h"
#include "tests/fakes/desktop.h"
#include "tests/temp_dir.h"

namespace interlock::daemon {
namespace {

namespace asio = boost::asio;
namespace json = boost::json;
using testing::ElementsAre;
using testing::IsEmpty;
using namespace std::chrono_literals;

constexpr Point safe_point{10, 10};
constexpr Point danger_point{10, 110};

class Withdraw : public testing::Test {
 protected:
  Withdraw() {
    desk->add(7, {0, 0, 400, 300}, "shop", "Shop");
    desk->add_element(7, Role::push_button, "Next page", {0, 0, 100, 50});
    desk->add_element(7, Role::push_button, "Delete account", {0, 100, 100, 50});
  }
  static std::shared_ptr<Session> open(const std::string& name) {
    return std::make_shared<Session>(
        Session{.id = "s-" + name, .name = name, .gate = gate::SafetyGate(policy::load_preset("default")->policy)});
  }
  void start(ActionBody body, const std::shared_ptr<Session>& who) {
    asio::co_spawn(
        io,
        [this, who, action = Action{.body = std::move(body)}]() mutable -> asio::awaitable<void> {
          replies.push_back(co_await pipeline.act(who, std::move(action), false));
        },
        asio::detached);
    run_until([] { return false; }, 0ms);
  }
  void run_until(const std::function<bool()>& done, std::chrono::milliseconds patience = 5s) {
    const auto until = std::chrono::steady_clock::now() + patience;
    io.restart();
    while (!done() &&
           (io.poll_one() > 0 || (std::chrono::steady_clock::now() < until && io.run_one_for(patience) > 0))) {
    }
  }
  void await_replies(std::size_t count) {
    run_until([&] { return replies.size() >= count; });
    ASSERT_EQ(replies.size(), count);
  }
  std::string code(std::size_t index) const { return std::string(replies[index].at("code").as_string()); }
  bool executed(std::size_t index) const { return replies[index].at("executed").as_bool(); }

  const test::TempDir dir;
  asio::io_context io;
  std::shared_ptr<test::FakeDesktop> desk = std::make_shared<test::FakeDesktop>();
  std::unique_ptr<audit::Log> audit = *audit::Log::open(dir.path());
  policy::DaemonSettings settings;
  Confirmations confirmations{io.get_executor(), nullptr, [](const auto&) {}};
  Events events;
  Validators validators{io.get_executor(), std::make_shared<const policy::Validators>()};  ///< the policy has none
  std::shared_ptr<Seat> seat = std::make_shared<Seat>(settings.queue_limit);
  Stops stops{io.get_executor(), [this] { return desk->reach(); }, seat, confirmations, events};
  Takeover takeover{io.get_executor(), [] { return nullptr; }, events, [](auto&&...) {}, settings.human};
  Openings openings;
  Pipeline pipeline{seat, Shared{.reach = [this] { return desk->reach(); },
                                 .audit = [this]() -> tl::expected<audit::Log*, Error> { return audit.get(); },
                                 .confirmations = confirmations,
                                 .events = events,
                                 .settings = settings,
                                 .validators = validators,
                                 .stops = stops,
                                 .takeover = takeover,
                                 .openings = openings}};
  std::shared_ptr<Session> session = open("agent");
  std::vector<json::object> replies;
};

TEST_F(Withdraw, ActionsThatWaitForTheHumanOrTheDesktopAreNotDone) {
  const auto other = open("other");
  start(Click{.at = danger_point}, session);
  start(Click{.at = safe_point}, session);
  start(Click{.at = safe_point}, other);
  ASSERT_EQ(confirmations.count(), 1u);
  ASSERT_THAT(replies, IsEmpty());

  stops.withdraw(*session);
  EXPECT_EQ(confirmations.count(), 0u);
  await_replies(3);
  EXPECT_EQ(replies[0].at("outcome"), "cancelled");
  EXPECT_EQ(code(1), "withdrawn");
  EXPECT_FALSE(executed(0));
  EXPECT_FALSE(executed(1));
  EXPECT_TRUE(executed(2)) << "another session's action is its own";

  start(Click{.at = safe_point}, session);
  await_replies(4);
  EXPECT_TRUE(executed(3)) << "what is asked afterwards is another matter";
}

TEST_F(Withdraw, AWaitEnds) {
  const auto begin = std::chrono::steady_clock::now();
  start(Wait{60s}, session);
  stops.withdraw(*session);
  await_replies(1);
  EXPECT_FALSE(executed(0));
  EXPECT_EQ(replies[0].at("refusal").at("code"), "cancelled");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 30s);
}

}  // namespace
}  // namespace interlock::daemon
