// Files of pre-approved steps: what is written is read back, and only what was reviewed is accepted.
#include "policy/playbooks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "policy/loader.h"
#include "tests/temp_dir.h"

namespace interlock::policy {
namespace {

using testing::HasSubstr;

std::string playbook_mistakes_in(const std::string& text) {
  Mistakes mistakes("flow.yaml");
  read_playbook(text, mistakes);
  return to_text(mistakes.take());
}

TEST(Playbooks, WhatIsWrittenIsReadBack) {
  const gate::Playbook written = {.name = "say \"yes\"",
                                  .steps = {{.does = "type a\\b\n\tc: 'd' # \x01é",
                                             .app = "app",
                                             .window_class = "",
                                             .role = "text",
                                             .name = "To",
                                             .dialog = "",
                                             .page = "https://a.example/x"},
                                            {.does = "key ctrl+s",
                                             .app = "12",
                                             .window_class = "true",
                                             .role = "",
                                             .name = "null",
                                             .dialog = "",
                                             .page = ""}}};
  Mistakes mistakes("flow.yaml");
  const auto read = read_playbook(playbook_text(written), mistakes);
  ASSERT_TRUE(read) << to_text(mistakes.take());
  EXPECT_EQ(read->name, written.name);
  EXPECT_EQ(read->steps, written.steps);
}

TEST(Playbooks, MistakesAreReportedWithTheirPlaces) {
  EXPECT_THAT(playbook_mistakes_in("steps: []"), HasSubstr("not a playbook"));
  EXPECT_THAT(playbook_mistakes_in("playbook: p\nsteps: []"), HasSubstr("flow.yaml:2:8: from 1 to"));
  EXPECT_THAT(playbook_mistakes_in("playbook: p\nsteps:\n  - {do: click, ap: x}"),
              HasSubstr("flow.yaml:3:17: unknown key 'ap'"));
  EXPECT_THAT(playbook_mistakes_in("playbook: p\nsteps:\n  - {do: click}"), HasSubstr("at least 'do' and 'app'"));
  EXPECT_THAT(playbook_mistakes_in("playbook: p\nstep: 1\nsteps:\n  - {do: click, app: a}"),
              HasSubstr("unknown key 'step'"));
}

TEST(Playbooks, AreHeldByTheHashOfTheFile) {
  const test::TempDir dir;
  const auto file = dir.path() + "/flow.yaml";
  const std::string text = "playbook: p\nsteps:\n  - {do: click, app: shop, name: Pay}\n";
  std::ofstream(file) << text;
  const auto load = [&](const std::string& hash, const std::string& more = "") {
    return load_text("playbooks:\n  - {file: " + file + ", sha256: '" + hash + "'" + more + "}\n", "p.yaml",
                     Settings{});
  };
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  const auto held = load(sha256(text), ", times: 3");
  ASSERT_TRUE(held) << to_text(held.error());
  ASSERT_EQ(held->settings.playbooks.size(), 1U);
  EXPECT_EQ(held->settings.playbooks[0].times, 3U);
  EXPECT_EQ(held->settings.playbooks[0].steps[0].name, "Pay");

  const auto changed = load(sha256("something else"));
  ASSERT_FALSE(changed);
  EXPECT_THAT(to_text(changed.error()), HasSubstr("p.yaml:2:5: " + file + " is no longer what was reviewed"));
  EXPECT_FALSE(load(sha256(text), ", time: 3"));
  const auto missing = load_text("playbooks: [{file: /nowhere/x.yaml, sha256: ab}]", "p.yaml", Settings{});
  ASSERT_FALSE(missing);
  EXPECT_THAT(to_text(missing.error()), HasSubstr("No such file"));
}

}  // namespace
}  // namespace interlock::policy
