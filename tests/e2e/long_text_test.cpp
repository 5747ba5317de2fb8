// A long text that an agent types in parts is one question, and nothing else is covered by its answer. On a page
// about which a rule asks at each action.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;

constexpr const char* drop_in = INTERLOCK_BINARY_DIR "/clients/xdotool/xdotool";
constexpr int parts = 22;  // three times as many as the same act may be repeated

class LongText : public testing::Test {
 protected:
  LongText()
      : world({.desktop = {},
               .policy =
                   "preset: default\ndaemon:\n  prompt_timeout_s: 30\n  observation_deadline_ms: 5000\n"
                   "rules: [{name: our page, when: {document.host: 127.0.0.1}, decision: require_confirmation}]\n"}),
        server(start_server(world.desktop(), INTERLOCK_SOURCE_DIR "/tests/fixtures")),
        browser(start_chromium(world.desktop(), page_url(server, "editor.html"))) {
    EXPECT_TRUE(eventually([&] { return server.count("changed") > 0; }));
    focus_window(world.desktop(), window_titled(world.desktop(), "editor"));
    // The browser has published its page when an act on it asks for the page's sake alone.
    Verdict seen;
    EXPECT_TRUE(eventually([&] {
      seen = world.agent("looks").act(type("x"), {{"dry_run", true}});
      return seen.text("decision") == "require_confirmation" &&
             seen.text("reason").find("our page") != std::string::npos;
    })) << seen;
  }

  /// Runs a command to its end and says yes to each question; returns the number of questions.
  int questions_of(const std::vector<std::string>& command) {
    auto process = world.desktop().start(command);
    int asked = 0;
    while (process.running()) {
      auto control = ipc::Client::connect(world.socket("control"));
      const auto pending = control->call("pending", {}, std::chrono::seconds{10});
      for (const auto& question : pending->at("pending").as_array()) {
        const std::string id(question.at("id").as_string());
        if (world.ctl({"approve", id}).code == 0) ++asked;
        words = json::serialize(question);
      }
      std::this_thread::sleep_for(std::chrono::milliseconds{20});
    }
    EXPECT_EQ(process.wait(), 0) << world.desktop().state();
    return asked;
  }
  static std::string part(int number) {
    return "this is the part " + std::to_string(100 + number) + " of a text in short parts, ";
  }
  static std::string whole() {
    std::string text;
    for (int i = 0; i < parts; ++i) text += part(i);
    return text;
  }
  /// Each part by a process of its own, as the public computer-use demo does.
  static std::vector<std::string> in_parts(int number, const std::string& last) {
    std::string script;
    for (int i = 0; i < number; ++i) script += std::string(drop_in) + " type -- '" + part(i) + "' || exit 1\n";
    return {"sh", "-c", script + last};
  }

  World world;
  App server;
  Process browser;
  std::string words;  ///< of the latest question
};

TEST_F(LongText, TheDropInTypesAPartAtATimeAndAsksOnce) {
  EXPECT_EQ(questions_of(in_parts(parts, "true")), 1);
  EXPECT_TRUE(eventually([&] { return server.text("text") == whole(); })) << server.text("text");
  EXPECT_THAT(words, HasSubstr("goes on to type")) << "the question says what it covers";
}

TEST_F(LongText, TheOriginalTypesThroughTheGuardedDisplayAndAsksOnce) {
  if (!std::filesystem::exists("/usr/bin/xdotool")) GTEST_SKIP() << "xdotool is not installed";
  EXPECT_EQ(questions_of({INTERLOCK_BINARY_DIR "/cli/interlockctl", "run", "--", "/usr/bin/xdotool", "type", whole()}),
            1);
  EXPECT_TRUE(eventually([&] { return server.text("text") == whole(); })) << server.text("text");
}

TEST_F(LongText, AnotherKeyAnotherTextAndAnotherAgentAskAgain) {
  EXPECT_EQ(questions_of(in_parts(3, std::string(drop_in) + " key End type more")), 3) << "a key, and text after it";
  EXPECT_EQ(questions_of({"setsid", "--wait", drop_in, "type", "another agent"}), 1);
}

TEST_F(LongText, ASecretInALaterPartAsksAgain) {
  const std::string secret = "ghp_" + std::string("16C7e42F292c6912E7710c838347Ae178B4a");
  EXPECT_EQ(questions_of(in_parts(3, std::string(drop_in) + " type -- '" + secret + "'")), 2);
}

}  // namespace
}  // namespace interlock::test
