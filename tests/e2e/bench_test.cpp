// scripts/bench in its short form: table, JSON and picture are complete, and nothing is left behind. The figures are
// not checked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "tests/desktop/desktop.h"
#include "tests/temp_dir.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::MatchesRegex;

class Bench : public testing::Test {
 protected:
  Process start(const std::vector<std::string>& rows) {
    fs::create_directory(scratch());
    std::vector<std::string> command = {INTERLOCK_SOURCE_DIR "/scripts/bench",
                                        "--quick",
                                        "--build",
                                        INTERLOCK_BINARY_DIR,
                                        "--output",
                                        dir.path() + "/results"};
    command.insert(command.end(), rows.begin(), rows.end());
    const Process::Environment environment = {
        {"PATH", std::getenv("PATH")}, {"TMPDIR", scratch()}, {"HOME", dir.path()}, {"LANG", "C.UTF-8"}};
    return Process::start(command, environment, dir.path() + "/said");
  }
  std::string said() const { return read_file(dir.path() + "/said"); }
  std::string scratch() const { return dir.path() + "/s"; }
  std::string result(const std::string& name) const { return dir.path() + "/results/" + name; }

  const TempDir dir;
};

/// Processes with the folder in their environment.
std::vector<std::string> left_behind_in(const std::string& folder) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const auto environment = read_file(entry.path() / "environ");
    if (environment.find(folder) != std::string::npos) found.push_back(read_file(entry.path() / "cmdline"));
  }
  return found;
}

TEST_F(Bench, PrintsATableAndWritesJsonAndAPicture) {
  const std::vector<std::string> rows = {"assess", "wire", "start", "growth.audit"};
  ASSERT_EQ(start(rows).wait(), 0) << said();

  const auto results = json::parse(read_file(result("results.json"))).as_object();
  EXPECT_TRUE(results.at("failed").as_object().empty()) << said();
  std::size_t figures = 0, goals = 0, sizes = 0;
  for (const auto& row : rows) {
    std::size_t lines = 0;
    for (const auto& line : results.at("lines").as_array()) {
      if (line.at("row") != json::string(row)) continue;
      ++lines;
      const auto& object = line.as_object();
      goals += object.contains("goal");
      figures += object.contains("p50") && object.at("p50").to_number<double>() > 0;
      sizes += object.contains("size");
    }
    EXPECT_GT(lines, 0U) << row;
  }
  EXPECT_EQ(figures + goals, results.at("lines").as_array().size()) << "a figure is missing or nothing";
  EXPECT_GE(goals, 6U);
  EXPECT_GE(sizes, 12U);

  std::size_t verdicts = 0;
  std::istringstream table(said());
  for (std::string line; std::getline(table, line);) {
    if (line.find("=> ") == std::string::npos) continue;
    ++verdicts;
    EXPECT_THAT(line, MatchesRegex(".*goal: at (most|least) .*: (met|missed)"));
  }
  EXPECT_EQ(verdicts, goals) << said();
  EXPECT_THAT(said(), HasSubstr(" of " + std::to_string(goals) + " goals met"));

  const auto picture = dir.path() + "/picture.png";
  EXPECT_EQ(
      Process::start({"rsvg-convert", "-o", picture, result("results.svg")}, {{"PATH", std::getenv("PATH")}}).wait(),
      0);
  EXPECT_GT(fs::file_size(picture), 20'000U);
  for (const auto& row : rows) EXPECT_THAT(read_file(result("results.svg")), HasSubstr(">" + row + "<"));

  EXPECT_TRUE(fs::is_empty(scratch()));
  EXPECT_THAT(left_behind_in(scratch()), testing::IsEmpty());
}

TEST_F(Bench, LeavesNothingBehindWhenItIsInterrupted) {
  auto running = start({"click.gtk3"});
  ASSERT_TRUE(eventually([&] { return left_behind_in(scratch()).size() > 8; })) << said();
  running.signal(SIGINT);
  EXPECT_NE(running.wait(), 0);
  EXPECT_TRUE(fs::is_empty(scratch())) << said();
  EXPECT_TRUE(eventually([&] { return left_behind_in(scratch()).empty(); }))
      << testing::PrintToString(left_behind_in(scratch()));
  EXPECT_FALSE(fs::exists(result("results.json"))) << "half a run is no result";
}

TEST_F(Bench, HasEachRowInItsReadme) {
  ASSERT_EQ(start({"--list"}).wait(), 0);
  const auto readme = read_file(INTERLOCK_SOURCE_DIR "/bench/README.md");
  std::istringstream rows(said());
  int count = 0;
  for (std::string row; std::getline(rows, row); ++count) EXPECT_THAT(readme, HasSubstr("`" + row + "`"));
  EXPECT_GT(count, 20);
}

TEST_F(Bench, NamesTheRowsWhenThereIsNoSuchRow) {
  EXPECT_NE(start({"clicks"}).wait(), 0);
  EXPECT_THAT(said(), HasSubstr("click.chromium"));
}

}  // namespace
}  // namespace interlock::test
