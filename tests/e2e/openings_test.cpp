// A program shows its window before it is on the accessibility bus. `observe` and `act` wait for the elements of such a
// window. If none come, the reply of `observe` has texts that were read from the pixels, and gives the reason.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <optional>

#include "daemon/desk/openings.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

using testing::HasSubstr;

/// A window whose program goes on the accessibility bus after so many milliseconds.
App start_late(Desktop& desktop, const std::string& after) {
  const auto log = desktop.dir() + "/late-" + after + ".log";
  return {desktop.start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/gtk3_late.py", log, after}), log};
}

/// The first reply that lists the window.
json::object first_look(Agent& agent) {
  json::object first;
  EXPECT_TRUE(eventually([&] {
    const auto seen = agent.call("observe", {{"title", "Late form"}});
    const auto* text = seen.reply.if_contains("text");
    if (text == nullptr || text->as_string().find("Late form") == json::string::npos) return false;
    first = seen.reply;
    return true;
  }));
  return first;
}

std::string text_of(const json::object& reply) {
  const auto* text = reply.if_contains("text");
  return text == nullptr ? "" : std::string(text->as_string());
}

bool has_waited(const json::object& reply) {
  return reply.at("ms").to_number<double>() >= double(daemon::Openings::patience.count());
}

class Openings : public testing::Test {
 protected:
  /// Starts the program, and looks as soon as its window is listed.
  json::object start(const std::string& after) {
    program_ = start_late(world_.desktop(), after);
    auto first = first_look(agent_);
    EXPECT_FALSE(first.empty());
    return first;
  }
  /// Starts the program; the place of its window, as soon as that is active. Nothing is observed.
  Rect start_unseen(const std::string& after) {
    program_ = start_late(world_.desktop(), after);
    json::object place;
    EXPECT_TRUE(eventually([&] {
      const auto active = agent_.call("desktop").reply;
      const auto* id = active.if_contains("active");
      if (id == nullptr || !id->is_int64()) return false;
      const auto window = agent_.call("window", {{"window", *id}}).reply;
      if (!window.contains("title") || window.at("title") != "Late form") return false;
      place = window.at("rect").as_object();
      return true;
    }));
    const auto number = [&](const char* key) { return place.at(key).to_number<int>(); };
    return {number("x"), number("y"), number("width"), number("height")};
  }
  /// It acted on the button; or the program needed longer than acts wait, on a busy machine.
  static void expect_continued(const Verdict& done) {
    EXPECT_TRUE(done.executed() || done.took >= daemon::Openings::patience) << done;
    EXPECT_EQ(done.element(), done.executed() ? "Continue here" : "") << done;
  }
  /// Looks again until the window's text has `part`.
  std::string text_with(const std::string& part) {
    std::string text;
    EXPECT_TRUE(eventually([&] {
      text = agent_.observe({{"title", "Late form"}}).text("text");
      return text.find(part) != std::string::npos;
    })) << text;
    return text;
  }

 private:
  World world_{World::Options{}};

 protected:
  Agent agent_ = world_.agent();

 private:
  std::optional<App> program_;
};

TEST_F(Openings, AWindowIsWaitedForUntilItShowsItsElements) {
  const auto first = start("700");
  ASSERT_FALSE(first.empty());
  const bool shows = text_of(first).find("button \"Continue here\"") != std::string::npos;
  EXPECT_TRUE(shows || has_waited(first)) << first;
  text_with("button \"Continue here\"");
}

TEST_F(Openings, AnActWaitsForTheElementsOfItsTarget) {
  const auto window = start_unseen("700");
  expect_continued(agent_.act(click({window.x + window.width / 2, window.y + 84})));
}

TEST_F(Openings, AClickByTextWaitsForTheElements) {
  start_unseen("700");
  expect_continued(agent_.act({{"type", "click"}, {"text", "Continue here"}}));
}

TEST_F(Openings, TextsReadInsteadOfElementsAreSaidToBeThat) {
  if (!std::filesystem::exists(INTERLOCK_BINARY_DIR "/libexec/interlock/interlock-sight"))
    GTEST_SKIP() << "tesseract was not found when this was built";
  const auto first = start("-1");
  ASSERT_FALSE(first.empty());
  EXPECT_TRUE(has_waited(first)) << first;
  EXPECT_THAT(text_with("% sure"), HasSubstr("has not published its elements yet"));
}

}  // namespace
}  // namespace interlock::test
