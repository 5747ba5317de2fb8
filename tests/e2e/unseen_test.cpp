// An application that shows no elements: a person looks at it once, and agrees to what is done in this window for a
// while.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/e2e/e2e_picture.h"
#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string unseen_policy =
    "preset: default\ndaemon:\n  prompt_timeout_s: 60\n  observation_deadline_ms: 5000\n  prompt: window\n"
    "  denial_memory_s: 0\n";

App start_board(Desktop& desktop) {
  const std::string log = desktop.dir() + "/board.jsonl";
  App board(desktop.start({"/usr/bin/python3", INTERLOCK_SOURCE_DIR "/tests/fixtures/xlib_canvas.py", log}), log);
  board.place("board");
  return board;
}

constexpr std::uint32_t first_colour = 0x000080;  ///< of the first square

class UnseenWindow : public testing::Test {
 protected:
  UnseenWindow() : world({.policy = unseen_policy}), board(start_board(world.desktop())) {
    focus_window(world.desktop(), window_titled(world.desktop(), "Board"));
    // The picture in the question is taken once: the squares must have been drawn by then.
    EXPECT_TRUE(eventually([&] {
      const Point middle = square(0, 0);
      return still_screen_of(world.desktop().display()).at(middle.x, middle.y) == first_colour;
    }));
  }

  Point square(int column, int row) const {
    const Rect at = board.place("board");
    return {at.x + 40 * column + 20, at.y + 40 * row + 20};
  }
  /// The number of pixels of the prompt's window that have the colour of the square.
  std::size_t pixels_of(std::uint32_t colour) {
    const auto screen = still_screen_of(world.desktop().display());
    const auto prompt = window_rect(world.desktop(), window_titled(world.desktop(), "interlock asks"));
    std::size_t count = 0;
    for (int y = prompt.y; y < prompt.y + prompt.height; ++y) {
      for (int x = prompt.x; x < prompt.x + prompt.width; ++x) count += screen.at(x, y) == colour ? 1 : 0;
    }
    return count;
  }
  /// As `press 3,2`, in order.
  std::vector<std::string> received() const {
    std::vector<std::string> all;
    for (const auto& event : board.events()) {
      if (event.at("event") == "layout") continue;
      all.push_back(std::string(event.at("event").as_string()) + ' ' + std::string(event.at("what").as_string()));
    }
    return all;
  }

  World world;
  App board;
};

TEST_F(UnseenWindow, IsAskedAboutOnceForFiftyActs) {
  auto agent = world.agent();
  std::vector<json::object> acts;
  std::vector<std::string> wanted;
  for (int i = 0; i < 44; ++i) {
    acts.push_back(click(square(i % 10, i / 10)));
    wanted.push_back("press " + std::to_string(i % 10) + "," + std::to_string(i / 10));
  }
  for (const char* each : {"a", "b", "c"}) {
    acts.push_back(key(each));
    wanted.push_back("key " + std::to_string(static_cast<int>(each[0])));
  }
  for (int column = 0; column < 3; ++column) {
    const Point place = square(column, 5);
    acts.push_back({{"type", "scroll"}, {"x", place.x}, {"y", place.y}, {"dy", 1}});
    wanted.push_back("scroll " + std::to_string(column) + ",5");
  }
  ASSERT_EQ(acts.size(), 50U);

  int questions = 1;
  auto first = agent.act_later(acts[0]);
  std::string id = world.pending_id();
  EXPECT_THAT(world.ctl({"pending"}).output, testing::HasSubstr("--for 10m"));
  // A picture that a busy machine does not take in time is left out; then it is asked again.
  while (!eventually([&] { return pixels_of(first_colour) > 20; }, 5s)) {
    ASSERT_LT(++questions, 20) << "the question shows the square";
    EXPECT_EQ(world.ctl({"deny", id}).code, 0);
    EXPECT_FALSE(first.get().executed());
    first = agent.act_later(acts[0]);
    id = world.pending_id();
  }
  EXPECT_EQ(world.ctl({"approve", id, "--for", "10m"}).code, 0);
  const auto begun = first.get();
  EXPECT_TRUE(begun.executed()) << begun;
  EXPECT_EQ(begun.text("code"), "unknown_target") << begun;
  for (std::size_t i = 1; i < acts.size(); ++i) {
    const auto done = agent.act(acts[i]);  // it would wait for an answer
    EXPECT_TRUE(done.executed()) << json::serialize(acts[i]) << done;
  }
  EXPECT_TRUE(eventually([&] { return received().size() >= wanted.size(); }));
  EXPECT_EQ(received(), wanted);
}

}  // namespace
}  // namespace interlock::test
