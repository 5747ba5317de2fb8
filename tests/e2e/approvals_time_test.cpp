// Time and approvals: only the daemon's monotonic clock counts, and no yes that comes too late, whatever stopped.
#include <gtest/gtest.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "tests/e2e/e2e_world.h"
#include "tests/temp_dir.h"

namespace interlock::test {
namespace {

using namespace std::chrono_literals;

/// A busy machine needs seconds to show a question, take its picture and run ssh-keygen.
constexpr auto limit = 15s;
constexpr std::int64_t day = 24 * 60 * 60;

/// The beginning of a record's time in so many days.
std::string date_in(std::int64_t days) {
  const std::time_t then = std::time(nullptr) + days * day;
  std::tm parts{};
  char text[64];
  std::strftime(text, sizeof text, "\"time\":\"%Y-%m-%dT", gmtime_r(&then, &parts));
  return text;
}

std::string whole_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class ApprovalsInTime : public testing::Test {
 protected:
  ApprovalsInTime() {
    EXPECT_EQ(std::system(("ssh-keygen -q -t ed25519 -N '' -f " + key).c_str()), 0);
    std::string line = whole_file(key + ".pub");
    while (line.ends_with('\n')) line.pop_back();
    policy = "preset: default\napprovers:\n  - {name: anna, keys: ['" + line +
             "']}\ndaemon:\n  replies: signed\n  observation_deadline_ms: 5000\n  prompt_timeout_s: " +
             std::to_string(limit.count()) + "\n";
    world = std::make_unique<World>(World::Options{.policy = policy});
  }
  void show_form() {
    form = std::make_unique<App>(start_gtk3(world->desktop(), "GTK form", "760,100"));
    world->wait_until_seen(form->centre("Submit Order"), "Submit Order");
  }
  struct Asked {
    std::future<Verdict> verdict;
    std::string id, statement;
    std::chrono::steady_clock::time_point closes;  ///< at the earliest
  };
  Asked ask(Agent& agent) {
    Asked asked{agent.act_later(click(form->centre("Submit Order"))), {}, {}, {}};
    auto approver = ipc::Client::connect(world->socket("questions"));
    const bool open = approver && eventually([&] {
                        const auto now = std::chrono::steady_clock::now();
                        const auto answer = approver->call("questions");
                        if (!answer || answer->at("questions").as_array().empty()) return false;
                        const auto& question = answer->at("questions").as_array().front();
                        asked.id = question.at("id").as_string();
                        asked.statement = question.at("statement").as_string();
                        asked.closes = now + std::chrono::milliseconds{question.at("expires_in_ms").to_number<int>()};
                        return true;
                      });
    EXPECT_TRUE(open);
    return asked;
  }
  json::object yes_to(const Asked& asked) {
    std::ofstream(key + ".txt") << asked.statement;
    const std::string sign = "ssh-keygen -q -Y sign -n interlock-approval -f " + key;
    EXPECT_EQ(std::system((sign + " < " + key + ".txt > " + key + ".sig").c_str()), 0);
    return {{"id", asked.id}, {"approve", true}, {"signature", json::object{{"ssh", whole_file(key + ".sig")}}}};
  }
  int clicks() { return form->count("clicked", "Submit Order"); }

  TempDir dir;
  std::string key = dir.path() + "/anna", policy;
  std::unique_ptr<World> world;
  std::unique_ptr<App> form;
};

TEST_F(ApprovalsInTime, ALateYesIsRefusedAndOnRecord) {
  show_form();
  auto agent = world->agent("shop");
  auto asked = ask(agent);
  const auto yes = yes_to(asked);
  const auto verdict = asked.verdict.get();
  EXPECT_EQ(verdict.text("outcome"), "timed_out") << verdict;
  auto approver = ipc::Client::connect(world->socket("questions"));
  ASSERT_TRUE(approver);
  EXPECT_FALSE(approver->call("answer", yes));
  EXPECT_NE(world->audit().find("refused_answer"), std::string::npos);
  EXPECT_EQ(clicks(), 0);
}

/// It finds the yes and the end of the time at once.
TEST_F(ApprovalsInTime, ADaemonThatWasStoppedTakesNoLateYes) {
  show_form();
  auto agent = world->agent("shop");
  auto asked = ask(agent);
  const auto yes = yes_to(asked);
  auto approver = ipc::Client::connect(world->socket("questions"));
  ASSERT_TRUE(approver);
  world->daemon().signal(SIGSTOP);
  auto answer = std::async(std::launch::async, [&] { return approver->call("answer", yes, 120s); });
  std::this_thread::sleep_until(asked.closes + 100ms);
  world->daemon().signal(SIGCONT);
  EXPECT_FALSE(answer.get()) << "the yes is refused";
  const auto verdict = asked.verdict.get();
  EXPECT_EQ(verdict.text("outcome"), "timed_out") << verdict;
  EXPECT_FALSE(verdict.executed());
  EXPECT_EQ(clicks(), 0);
}

/// The clock of the day is stepped a day ahead, and then two days back, while questions are open.
TEST_F(ApprovalsInTime, AWrongClockChangesNothing) {
  const std::string file = dir.path() + "/shift";
  // Ahead of the machine's clock. In place, since interlockd has mapped the file.
  const auto set_clock = [&](std::int64_t seconds) {
    std::fstream shift(file, std::ios::binary | std::ios::in | std::ios::out);
    shift.write(reinterpret_cast<const char*>(&seconds), sizeof seconds);
  };
  std::ofstream(file, std::ios::binary) << std::string(sizeof(std::int64_t), '\0');
  world->launch_daemon({{"LD_PRELOAD", INTERLOCK_WALL_CLOCK}, {"INTERLOCK_WALL_CLOCK", file}});
  ASSERT_TRUE(world->wait_until_serving()) << world->daemon_log();
  show_form();
  auto agent = world->agent("shop");
  auto approver = ipc::Client::connect(world->socket("questions"));
  ASSERT_TRUE(approver);
  int done = 0;
  for (const std::int64_t days : {1, -1}) {
    const auto date = date_in(days);
    auto asked = ask(agent);
    set_clock(days * day);
    const auto answer = approver->call("answer", yes_to(asked));
    EXPECT_TRUE(answer) << answer.error().message;
    const auto verdict = asked.verdict.get();
    EXPECT_EQ(verdict.text("outcome"), "approved") << days << ": " << verdict;
    ++done;
    EXPECT_TRUE(eventually([&] { return clicks() == done; })) << days;
    const auto audit = world->audit();
    EXPECT_TRUE(audit.find(date) != std::string::npos || audit.find(date_in(days)) != std::string::npos)
        << "interlockd does not have this clock";
  }
  auto unanswered = ask(agent);
  set_clock(day);
  const auto verdict = unanswered.verdict.get();
  EXPECT_EQ(verdict.text("outcome"), "timed_out") << verdict;
  EXPECT_GE(verdict.took, limit) << "the step did not close the question";
  EXPECT_EQ(clicks(), done);
}

}  // namespace
}  // namespace interlock::test
