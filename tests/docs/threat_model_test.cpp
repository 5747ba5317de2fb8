// The threat model names tests: each is there, and each promise has one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

namespace interlock::test {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::set<std::string> tests_of_the_source() {
  static const std::regex form(R"(\bTEST(_F|_P)?\(\s*(\w+),\s*(\w+)\s*\))");
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(INTERLOCK_SOURCE_DIR "/tests")) {
    if (entry.path().extension() != ".cpp") continue;
    const auto text = text_of(entry.path());
    for (std::sregex_iterator at(text.begin(), text.end(), form), end; at != end; ++at)
      names.insert((*at)[2].str() + "." + (*at)[3].str());
  }
  return names;
}

TEST(ThreatModel, EachPromiseNamesTestsThatAreThere) {
  const auto known = tests_of_the_source();
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

TEST(ThreatModel, SecurityPageSendsThere) {
  EXPECT_THAT(text_of(INTERLOCK_SOURCE_DIR "/SECURITY.md"), testing::HasSubstr("docs/threat-model.md"));
}

}  // namespace
}  // namespace interlock::test
