/// The path of an action on a small working desktop (tests/fakes/desktop.h), with one session and an audit log.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <filesystem>
#include <fstream>

#include "daemon/records/question.h"
#include "policy/loader.h"
#include "tests/fakes/desktop.h"
#include "tests/temp_dir.h"

#include "daemon/path/pipeline.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using namespace std::chrono_literals;

constexpr Point safe_point{10, 10};
constexpr Point danger_point{10, 110};

class PipelineTest : public testing::Test {
 protected:
  PipelineTest() {
    desk->add(7, {0, 0, 400, 300}, "shop", "Shop");
    desk->add_element(7, Role::push_button, "Next page", {0, 0, 100, 50});
    desk->add_element(7, Role::push_button, "Delete account", {0, 100, 100, 50});
    desk->add_element(7, Role::password_text, "Your word", {0, 200, 100, 50});
    audit = *audit::Log::open(dir.path());
    settings.prompt_timeout = 1s;
    session = open("agent");
  }

  std::shared_ptr<Session> open(const std::string& name) {
    auto loaded = policy::load_preset("default");
    return std::make_shared<Session>(
        Session{.id = "s-" + name, .name = name, .gate = gate::SafetyGate(loaded->policy)});
  }

  /// Starts an action; its reply appears in `replies` when it is complete.
  void start(ActionBody body, std::shared_ptr<Session> who = nullptr, bool dry_run = false) {
    start(Action{.body = std::move(body)}, std::move(who), dry_run);
  }
  void start(Action wanted, std::shared_ptr<Session> who = nullptr, bool dry_run = false) {
    asio::co_spawn(
        io,
        [this, who = who ? who : session, action = std::move(wanted), dry_run]() mutable -> asio::awaitable<void> {
          replies.push_back(co_await pipeline().act(who, std::move(action), dry_run));
        },
        asio::detached);
    settle();
  }
  /// Runs what can run now.
  void settle() {
    io.restart();
    io.poll();
  }
  /// Runs until there are `count` replies.
  void await_replies(std::size_t count) {
    io.restart();
    while (replies.size() < count && io.run_one_for(5s) > 0) {
    }
    ASSERT_GE(replies.size(), count);
  }
  Pipeline& pipeline() {
    if (!pipeline_) {
      seat->set_limit(settings.queue_limit);
      pipeline_ = std::make_unique<Pipeline>(seat, Shared{.reach = [this] { return desk->reach(); },
                                                          .audit = audit_source,
                                                          .confirmations = confirmations,
                                                          .events = events,
                                                          .settings = settings,
                                                          .validators = validators,
                                                          .stops = stops,
                                                          .takeover = takeover,
                                                          .openings = openings,
                                                          .secrets = secrets});
    }
    return *pipeline_;
  }
  std::string audit_text() const {
    std::ifstream file(audit->path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  static std::string text(const json::object& reply, const char* key) { return std::string(reply.at(key).as_string()); }

  asio::io_context io;
  std::shared_ptr<test::FakeDesktop> desk = std::make_shared<test::FakeDesktop>();
  const test::TempDir dir;
  std::unique_ptr<audit::Log> audit;
  AuditSource audit_source = [this]() -> tl::expected<audit::Log*, Error> { return audit.get(); };
  Events events;
  Validators validators{io.get_executor(), std::make_shared<const policy::Validators>()};  ///< the policy has none
  std::vector<json::object> prompts;
  Confirmations confirmations{io.get_executor(), nullptr, [this](const json::object& p) { prompts.push_back(p); }};
  policy::DaemonSettings settings;
  std::shared_ptr<Seat> seat = std::make_shared<Seat>(settings.queue_limit);
  Stops stops{io.get_executor(), [this] { return desk->reach(); }, seat, confirmations, events};
  Takeover takeover{io.get_executor(), [this] { return desk->reach().human; }, events,
                    [this](std::string_view what, json::object fields) { (void)audit->note(what, fields); },
                    settings.human};
  Openings openings;
  std::shared_ptr<Session> session;
  std::vector<json::object> replies;
  Secrets secrets;
  std::unique_ptr<Pipeline> pipeline_;
};

}  // namespace interlock::daemon
