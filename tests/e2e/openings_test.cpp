// A program shows its window before it is on the accessibility bus: an agent that looks at once gets its elements, or
// is told why it gets texts.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "daemon/showing/openings.h"
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

TEST(Openings, AWindowIsWaitedForUntilItShowsItsElements) {
  World world(World::Options{});
  auto agent = world.agent();
  const auto program = start_late(world.desktop(), "700");
  const auto first = first_look(agent);
  ASSERT_FALSE(first.empty());
  const bool shows = text_of(first).find("button \"Continue here\"") != std::string::npos;
  EXPECT_TRUE(shows || has_waited(first)) << first;
  std::string text;
  EXPECT_TRUE(eventually([&] {
    text = agent.observe({{"title", "Late form"}}).text("text");
    return text.find("button \"Continue here\"") != std::string::npos;
  })) << text;
}

TEST(Openings, TextsReadInsteadOfElementsAreSaidToBeThat) {
  World world(World::Options{});
  auto agent = world.agent();
  const auto program = start_late(world.desktop(), "-1");
  const auto first = first_look(agent);
  ASSERT_FALSE(first.empty());
  EXPECT_TRUE(has_waited(first)) << first;
  std::string text;
  const bool read = eventually([&] {
    text = agent.observe({{"title", "Late form"}}).text("text");
    return text.find("% sure") != std::string::npos || text.find("unknown:") != std::string::npos;
  });
  ASSERT_TRUE(read) << text;
  if (text.find("% sure") == std::string::npos) GTEST_SKIP() << "texts are not read here: " << text;
  EXPECT_THAT(text, HasSubstr("has not published its elements yet"));
}

}  // namespace
}  // namespace interlock::test
