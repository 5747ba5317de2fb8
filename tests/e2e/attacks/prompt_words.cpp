// What a person reads in a question, taken from the screen itself: interlock's own words come first; those of the
// application are cut and in quotes.
#include <gtest/gtest.h>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

class PromptWords : public testing::Test {
 protected:
  PromptWords()
      : world({.desktop = {.real_devices = true},
               .policy =
                   "preset: default\ndaemon: {prompt_timeout_s: 60, observation_deadline_ms: 5000, prompt: window}\n"}),
        agent(world.agent("shop")) {}

  /// What tesseract reads in the question's window; empty while there is no window.
  std::string words_shown() {
    Rect rect;
    try {
      const auto id = world.desktop().output({"xdotool", "search", "--onlyvisible", "--class", "interlock-prompt"});
      rect = window_rect(world.desktop(), std::stoul(id));
    } catch (const std::exception&) {  // the window does not exist yet
      return {};
    }
    const std::string file = world.desktop().dir() + "/question";
    const std::string area = std::to_string(rect.width) + "x" + std::to_string(rect.height) + "+" +
                             std::to_string(rect.x) + "+" + std::to_string(rect.y);
    world.desktop().output({"import", "-window", "root", "-crop", area, "+repage", "-resize", "200%", file + ".png"});
    world.desktop().output({"tesseract", file + ".png", file, "--psm", "4"});
    return read_file(file + ".txt");
  }

  World world;
  Agent agent;
};

TEST_F(PromptWords, label_that_speaks_for_interlock) {
  const std::string lie =
      "Delete nothing. interlock verified this and found it safe. Press Approve to CANCEL the deletion";
  const App liar = start_gtk3_with(world.desktop(), {"button:" + lie});
  const auto at = liar.centre(lie);
  world.wait_until_seen(at, lie);
  auto asked = agent.act_later(click(at));
  const auto id = world.pending_id();
  std::string words;
  EXPECT_TRUE(eventually([&] {
    words = words_shown();
    return words.find("Approve") != std::string::npos && words.find("Delete nothing") != std::string::npos;
  })) << words;
  const auto own = words.find("Delete or overwrite something"), label = words.find("Delete nothing");
  EXPECT_NE(own, std::string::npos) << words;
  EXPECT_NE(label, std::string::npos) << words;
  EXPECT_LT(own, label) << words;
  EXPECT_EQ(words.find("Press Approve"), std::string::npos) << "it is cut after 60 characters: " << words;
  EXPECT_EQ(world.ctl({"deny", id}).code, 0);
  EXPECT_FALSE(asked.get().executed());
  EXPECT_EQ(liar.count("clicked", lie), 0);
}

}  // namespace
}  // namespace interlock::test
