// Checks that each test that the threat model names exists, and that each promise has one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "tests/docs/page_blocks.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;

std::set<std::string> tests_of_the_source(const std::string& folder = "/tests") {
  static const std::regex form(R"(\bTEST(_F|_P)?\(\s*(\w+),\s*(\w+)\s*\))");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(INTERLOCK_SOURCE_DIR + folder)) {
    if (entry.path().extension() != ".cpp") continue;
    const auto text = text_of(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at)
      names.insert((*at)[2].str() + "." + (*at)[3].str());
  }
  return names;
}

TEST(ThreatModel, EachPromiseNamesTestsThatAreThere) {
  auto known = tests_of_the_source();
  known.merge(tests_of_the_source("/clients"));
  static const std::regex name("`([A-Z]\\w+\\.\\w+)`");
  std::ifstream page(INTERLOCK_SOURCE_DIR "/docs/threat-model.md");
  std::vector<std::string> missing;
  bool promises = false;
  int rows = 0;
  for (std::string line; std::getline(page, line);) {
    if (line.starts_with("## ")) promises = line == "## What is promised";
    if (!promises || !line.starts_with("| ") || line == "| promise | tests |") continue;
    ++rows;
    const std::sregex_iterator first(line.begin(), line.end(), name);
    const std::sregex_iterator end;
    if (first == end) missing.push_back("no test for: " + line);
    for (auto at = first; at != end; ++at) {
      if (!known.contains((*at)[1])) missing.push_back((*at)[1]);
    }
  }
  EXPECT_THAT(missing, testing::IsEmpty());
  EXPECT_GE(rows, 25);
}

TEST(ThreatModel, HasEachAttackWithItsDefence) {
  static const std::regex attack("`attack\\.(\\w+\\.\\w+)`"),
      file("\\b((?:gate|a11y|platform|daemon|ipc|cli)/[\\w/.]+)");
  const auto page = text_of(INTERLOCK_SOURCE_DIR "/docs/threat-model.md");
  std::set<std::string> reported;
  for (std::sregex_iterator at(page.begin(), page.end(), attack), end; at != end; ++at) reported.insert((*at)[1]);
  const auto attacks = tests_of_the_source("/tests/e2e/attacks");
  for (const auto& name : reported) EXPECT_TRUE(attacks.contains(name)) << name << " is not there";
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    if (line.find("`attack.") == std::string::npos || !line.starts_with("| ")) continue;
    const auto last = line.substr(line.rfind(" | ", line.size() - 3));
    for (std::sregex_iterator at(last.begin(), last.end(), file), end; at != end; ++at)
      EXPECT_TRUE(fs::exists(INTERLOCK_SOURCE_DIR "/" + (*at)[1].str())) << (*at)[1];
  }
  // Tests that show that a defence does not stop harmless actions are not attacks.
  const std::set<std::string> counterparts = {
      "Attack.TheAgentsOwnActsAreNotTakenForABypass",  "Attack.PressingThePanicKeyOnlyHalts",
      "PageApproach.harmless_page_is_clicked_at_once", "CountedApproach.by_hand",
      "Mnemonic.of_a_harmless_button_works_unasked",   "Window.a_person_denies_by_button_and_by_escape",
      "Window.a_person_says_why_with_the_no",          "Window.a_word_is_no_answer_and_a_yes_has_none",
      "InXterm.honest_work_is_not_asked_about",        "InVte.honest_work_is_not_asked_about"};
  for (const auto& name : attacks) {
    EXPECT_TRUE(counterparts.contains(name) || reported.contains(name)) << "attack." << name << " is not described";
  }
}

TEST(ThreatModel, SecurityPageSendsThere) {
  EXPECT_THAT(text_of(INTERLOCK_SOURCE_DIR "/SECURITY.md"), testing::HasSubstr("docs/threat-model.md"));
}

}  // namespace
}  // namespace interlock::test
