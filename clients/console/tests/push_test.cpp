/// Whom to tell that questions wait, when, and what: a link, never more.
#include <gtest/gtest.h>

#include <fstream>

#include <sys/stat.h>

#include "clients/console/push_targets.h"
#include "clients/console/push_times.h"
#include "tests/temp_dir.h"

namespace interlock::console {
namespace {

using namespace std::chrono_literals;

constexpr PushTimes::Time start{1h};

TEST(PushTimes, AtMostOnceAMinuteAPerson) {
  PushTimes times;
  EXPECT_FALSE(times.due("anna", {}, start)) << "nothing waits";
  EXPECT_TRUE(times.due("anna", {"1"}, start));
  EXPECT_FALSE(times.due("anna", {"1", "2"}, start + 59s));
  EXPECT_TRUE(times.due("ben", {"1", "2"}, start + 59s)) << "each person has a minute of their own";
  EXPECT_TRUE(times.due("anna", {"1", "2"}, start + 60s));
  EXPECT_FALSE(times.due("anna", {"2"}, start + 10min)) << "she knows of it";
  EXPECT_TRUE(times.due("anna", {"2", "3"}, start + 10min));
  int told = 0;
  for (int i = 0; i < 10'000; ++i) told += times.due("carl", {std::to_string(i)}, start + i * 60ms) ? 1 : 0;
  EXPECT_EQ(told, 10) << "10,000 questions in ten minutes";
}

TEST(PushTargets, AreLinesOfAFile) {
  const auto ntfy = parse_push_target("anna ntfy https://ntfy.example:8443/topic?x=1");
  ASSERT_TRUE(ntfy) << ntfy.error();
  EXPECT_EQ(ntfy->person, "anna");
  EXPECT_TRUE(ntfy->ntfy && ntfy->tls);
  EXPECT_EQ(ntfy->host + " " + ntfy->port + " " + ntfy->path, "ntfy.example 8443 /topic?x=1");
  const auto hook = parse_push_target("ben webhook http://localhost/a/b");
  ASSERT_TRUE(hook) << hook.error();
  EXPECT_EQ(hook->port + " " + hook->path, "80 /a/b");
  EXPECT_FALSE(hook->ntfy || hook->tls);
  EXPECT_EQ(parse_push_target("ben webhook https://localhost")->path, "/");
  for (const char* wrong : {"", "anna", "anna ntfy", "anna mail https://a.example/", "anna ntfy ftp://a.example/",
                            "anna ntfy https://u@a.example/", "anna ntfy https:///x", "anna ntfy https://a.example/ x",
                            "anna ntfy https://a.example:/x", "anna ntfy a.example/x"})
    EXPECT_FALSE(parse_push_target(wrong)) << wrong;
}

TEST(PushTargets, StandInAFileThatOnlyItsOwnerReads) {
  const test::TempDir dir;
  const std::string file = dir.path() + "/push";
  std::ofstream(file) << "# people\n\nanna ntfy https://ntfy.example/x\n";
  ::chmod(file.c_str(), 0644);
  EXPECT_FALSE(read_push_targets(file));
  ::chmod(file.c_str(), 0600);
  EXPECT_EQ(read_push_targets(file).value().size(), 1u);
  std::ofstream(file, std::ios::app) << "ben\n";
  EXPECT_NE(read_push_targets(file).error().text().find(":4"), std::string::npos);
  EXPECT_FALSE(read_push_targets(dir.path() + "/none"));
}

TEST(PushMessages, AreALinkAndANumber) {
  const auto ntfy = push_message({.person = "anna", .ntfy = true}, 1, "https://console.example");
  EXPECT_EQ(ntfy.body, "1 question waits");
  EXPECT_EQ(ntfy.click, "https://console.example/");
  const auto hook = push_message({.person = "ben"}, 3, "https://console.example");
  EXPECT_EQ(
      hook.body,
      R"({"text":"interlock: 3 questions wait: https://console.example/","questions":3,"link":"https://console.example/"})");
  EXPECT_EQ(hook.click, "");
}

}  // namespace
}  // namespace interlock::console
