// Dialogs in many languages (tests/fixtures/dialogs.txt): a button that agrees to a consequence asks, one that closes a
// report or opens something does not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

using namespace cases;

Observation pressed_in(const std::string& message, const std::string& label) {
  Element e = element(Role::push_button, label);
  e.ancestors = {{Role::filler, "", ""}, {Role::dialog, "", message}, {Role::frame, "App", ""}};
  return on(std::move(e));
}

TEST(Dialogs, AskByWhatTheySayWillHappen) {
  const SafetyGate gate = ours();
  std::ifstream file(std::filesystem::path(INTERLOCK_SOURCE_DIR) / "tests/fixtures/dialogs.txt");
  std::vector<std::string> missed, stopped;
  std::size_t consequential = 0, harmless = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('#')) continue;
    const bool expected = line.starts_with('!');
    const std::size_t bar = line.rfind('|');
    ASSERT_NE(bar, std::string::npos) << line;
    ++(expected ? consequential : harmless);
    const Observation dialog =
        pressed_in(line.substr(expected ? 1 : 0, bar - (expected ? 1 : 0)), line.substr(bar + 1));
    const bool asks = decide(gate, click(), dialog) != Decision::allow;
    if (asks != expected) (expected ? missed : stopped).push_back(line);
  }
  EXPECT_GE(consequential, 70U);
  EXPECT_GE(harmless, 70U);
  EXPECT_LE(100 * missed.size(), 3 * consequential) << testing::PrintToString(missed);
  EXPECT_LE(100 * stopped.size(), 2 * harmless) << testing::PrintToString(stopped);
}

}  // namespace
}  // namespace interlock::gate
