#include "policy/loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "policy/keys.h"
#include "tests/temp_dir.h"

namespace interlock::policy {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;
using testing::SizeIs;
using testing::StartsWith;

std::vector<std::string> mistakes_in(std::string_view text) {
  const auto loaded = load_text(text, "p.yaml", {});
  std::vector<std::string> lines;
  if (!loaded) {
    for (const auto& error : loaded.error()) lines.push_back(to_text(error));
  }
  return lines;
}

Settings settings_of(std::string_view text, const Settings& base = {}) {
  const auto loaded = load_text(text, "p.yaml", base);
  EXPECT_TRUE(loaded) << to_text(loaded.error());
  return loaded ? loaded->settings : base;
}

TEST(Loader, ReadsEveryKey) {
  const auto settings = settings_of(R"(
text_rules: consequence
blocklist_patterns: ['\bwipe\b', "drop"]
irreversible_patterns: []
confidence_threshold: 0.25
loop_threshold: 9
credential_patterns: [pin]
credential_allowlist: [pineapple]
expected_app: Chrome
expected_window_pattern: '^Shop'
terminal_classes: [foot]
unknown_target: {deadline: allow, no_focus: halt}
guardrails:
  stuck_repeat_hint: 1
  stuck_repeat_warn: 2
  stuck_repeat_stop: 3
  stuck_window_size: 15
  stuck_revisit_gap: 16
  stuck_cycle_max_length: 4
  stuck_cycle_repeats: 5
  stuck_failure_cluster_window: 6
  stuck_failure_cluster_threshold: 7
  max_consecutive_errors: 8
  exact_failure_warn: 9
  exact_failure_block: 10
  same_tool_failure_warn: 11
  same_tool_failure_halt: 12
  no_progress_warn: 13
  no_progress_block: 14
  idempotent_tools: [peek]
protected_classes: [vault]
captcha: block
captcha_waits: {cloudflare: 31, text: 2}
key_chords: {console: warn, power: halt}
budget:
  max_actions_per_second: 17
  max_steps: 18
  max_session_minutes: 19
application_tiers:
  vaults: {decision: block, applications: [keepassxc]}
daemon:
  observation_deadline_ms: 200
  approach_ms: 90
  prompt_timeout_s: 5
  queue_limit: 2
  audit_rotate_mb: 3
  pictures: all
  pictures_mb: 5
  notifications: false
  audit_dir: /var/log/interlock
  desk_programs: [/usr/bin/gnome-shell]
)");
  const auto& gate = settings.gate;
  EXPECT_EQ(gate.text_rules, gate::TextRules::consequence);
  EXPECT_THAT(gate.blocklist_patterns, ElementsAre(R"(\bwipe\b)", "drop"));
  EXPECT_THAT(gate.irreversible_patterns, IsEmpty());
  EXPECT_EQ(gate.confidence_threshold, 0.25);
  EXPECT_EQ(gate.loop_threshold, 9u);
  EXPECT_THAT(gate.credential_patterns, ElementsAre("pin"));
  EXPECT_THAT(gate.credential_allowlist, ElementsAre("pineapple"));
  EXPECT_EQ(gate.expected_app, "Chrome");
  EXPECT_EQ(gate.expected_window_pattern, "^Shop");
  EXPECT_THAT(gate.terminal_classes, ElementsAre("foot"));
  EXPECT_EQ(gate.unknown_target.at(Unknown::deadline), Decision::allow);
  EXPECT_EQ(gate.unknown_target.at(Unknown::no_focus), Decision::halt);
  EXPECT_EQ(gate.guardrails.stuck_repeat_hint, 1u);
  EXPECT_EQ(gate.guardrails.stuck_repeat_warn, 2u);
  EXPECT_EQ(gate.guardrails.stuck_repeat_stop, 3u);
  EXPECT_EQ(gate.guardrails.stuck_window_size, 15u);
  EXPECT_EQ(gate.guardrails.stuck_revisit_gap, 16u);
  EXPECT_EQ(gate.guardrails.stuck_cycle_max_length, 4u);
  EXPECT_EQ(gate.guardrails.stuck_cycle_repeats, 5u);
  EXPECT_EQ(gate.guardrails.stuck_failure_cluster_window, 6u);
  EXPECT_EQ(gate.guardrails.stuck_failure_cluster_threshold, 7u);
  EXPECT_EQ(gate.guardrails.max_consecutive_errors, 8u);
  EXPECT_EQ(gate.guardrails.exact_failure_warn, 9u);
  EXPECT_EQ(gate.guardrails.exact_failure_block, 10u);
  EXPECT_EQ(gate.guardrails.same_tool_failure_warn, 11u);
  EXPECT_EQ(gate.guardrails.same_tool_failure_halt, 12u);
  EXPECT_EQ(gate.guardrails.no_progress_warn, 13u);
  EXPECT_EQ(gate.guardrails.no_progress_block, 14u);
  EXPECT_THAT(gate.guardrails.idempotent_tools, ElementsAre("peek"));
  EXPECT_THAT(gate.protected_classes, ElementsAre("vault"));
  EXPECT_EQ(gate.captcha, Decision::block);
  EXPECT_THAT(gate.captcha_waits, ElementsAre(31u, 0u, 0u, 0u, 0u, 2u));
  EXPECT_EQ(gate.key_chords[static_cast<std::size_t>(gate::ChordCase::console)], Decision::warn);
  EXPECT_EQ(gate.key_chords[static_cast<std::size_t>(gate::ChordCase::power)], Decision::halt);
  EXPECT_EQ(gate.budget.max_actions_per_second, 17u);
  EXPECT_EQ(gate.budget.max_steps, 18u);
  EXPECT_EQ(gate.budget.max_session_minutes, 19u);
  EXPECT_EQ(gate.application_tiers.at("vaults").decision, Decision::block);
  EXPECT_THAT(gate.application_tiers.at("vaults").applications, ElementsAre("keepassxc"));
  EXPECT_EQ(settings.daemon.observation_deadline, std::chrono::milliseconds(200));
  EXPECT_EQ(settings.daemon.approach, std::chrono::milliseconds(90));
  EXPECT_EQ(settings.daemon.prompt_timeout, std::chrono::seconds(5));
  EXPECT_EQ(settings.daemon.queue_limit, 2u);
  EXPECT_EQ(settings.daemon.audit_rotate_mb, 3u);
  EXPECT_EQ(settings.daemon.pictures, Pictures::all);
  EXPECT_EQ(settings.daemon.pictures_mb, 5u);
  EXPECT_FALSE(settings.daemon.notifications);
  EXPECT_EQ(settings.daemon.audit_dir, "/var/log/interlock");
  EXPECT_THAT(settings.daemon.desk_programs, ElementsAre("/usr/bin/gnome-shell"));
}

TEST(Loader, KeepsKeysThatTheTextDoesNotSet) {
  Settings base;
  base.gate.confidence_threshold = 0.4;
  base.gate.unknown_target[Unknown::deadline] = Decision::warn;
  const auto settings = settings_of("unknown_target: {no_focus: block}", base);
  EXPECT_EQ(settings.gate.confidence_threshold, 0.4);
  EXPECT_EQ(settings.gate.unknown_target.size(), 2u);
  EXPECT_EQ(settings_of("", base).gate.confidence_threshold, 0.4);
  EXPECT_EQ(settings_of("# nothing\n", base).gate.confidence_threshold, 0.4);
}

TEST(Loader, NullTakesAnExpectationBack) {
  Settings base;
  base.gate.expected_app = "Chrome";
  EXPECT_EQ(settings_of("expected_app: null", base).gate.expected_app, std::nullopt);
}

TEST(Loader, TakesJson) {
  const auto settings =
      settings_of(R"({"confidence_threshold":0.5,"expected_app":"\u00c4pp","blocklist_patterns":["\\bx\\b"]})");
  EXPECT_EQ(settings.gate.confidence_threshold, 0.5);
  EXPECT_EQ(settings.gate.expected_app, "Äpp");
  EXPECT_THAT(settings.gate.blocklist_patterns, ElementsAre(R"(\bx\b)"));
}

TEST(Loader, NamesThePlaceAndTheNearestKey) {
  EXPECT_THAT(mistakes_in("loop_threshold: 3\nconfidence_treshold: 0.5\n"),
              ElementsAre("p.yaml:2:1: unknown key 'confidence_treshold', did you mean 'confidence_threshold'?"));
  EXPECT_THAT(mistakes_in("guardrail: {}"), ElementsAre(HasSubstr("did you mean 'guardrails'?")));
  EXPECT_THAT(mistakes_in("stuck_repeat_hint: 3"),
              ElementsAre(HasSubstr("did you mean 'guardrails.stuck_repeat_hint'?")));
  EXPECT_THAT(mistakes_in("daemon: {loop_threshold: 3}"), ElementsAre(HasSubstr("did you mean 'loop_threshold'?")));
  EXPECT_THAT(mistakes_in("zebra: 1"), ElementsAre("p.yaml:1:1: unknown key 'zebra'"));
}

TEST(Loader, RefusesWrongTypes) {
  EXPECT_THAT(mistakes_in("loop_threshold: three"),
              ElementsAre("p.yaml:1:17: a whole number expected, found the text 'three'"));
  for (const auto* text : {"loop_threshold: 1.5",
                           "loop_threshold: '3'",
                           "loop_threshold:",
                           "loop_threshold: [3]",
                           "confidence_threshold: high",
                           "confidence_threshold: .nan",
                           "confidence_threshold: .inf",
                           "confidence_threshold: 0x1",
                           "blocklist_patterns: delete",
                           "blocklist_patterns:",
                           "blocklist_patterns: {a: b}",
                           "blocklist_patterns: [12]",
                           "blocklist_patterns: [true]",
                           "blocklist_patterns: [[a]]",
                           "expected_app: 3",
                           "expected_app: [a]",
                           "text_rules: word",
                           "text_rules: 1",
                           "unknown_target: block",
                           "unknown_target: {deadline: 3}",
                           "guardrails: 3",
                           "guardrails:",
                           "guardrails: []",
                           "daemon: {notifications: yes}",
                           "daemon: {notifications: 1}",
                           "daemon: {audit_dir: logs}",
                           "daemon: {desk_programs: [gnome-shell]}",
                           "[]",
                           "policy",
                           "3"}) {
    EXPECT_THAT(mistakes_in(text), ElementsAre(StartsWith("p.yaml:1:"))) << text;
  }
}

TEST(Loader, RefusesWhatIsOutOfRange) {
  for (const auto* text :
       {"confidence_threshold: -0.1", "confidence_threshold: 1.01", "loop_threshold: -1", "loop_threshold: 99999999999",
        "guardrails: {stuck_repeat_stop: 65}", "daemon: {observation_deadline_ms: 0}", "daemon: {approach_ms: 0}",
        "daemon: {prompt_timeout_s: 0}"}) {
    EXPECT_THAT(mistakes_in(text), ElementsAre(HasSubstr("out of range"))) << text;
  }
  EXPECT_EQ(settings_of("confidence_threshold: 0").gate.confidence_threshold, 0);
  EXPECT_EQ(settings_of("confidence_threshold: 1").gate.confidence_threshold, 1);
}

TEST(Loader, RefusesPatternsThatMatchEverythingByMistake) {
  EXPECT_FALSE(mistakes_in("credential_allowlist: ['']").empty());
  EXPECT_FALSE(mistakes_in("expected_app: ''").empty());
  EXPECT_FALSE(mistakes_in("terminal_classes: ['']").empty());
}

TEST(Loader, PointsAtThePatternThatDoesNotCompile) {
  EXPECT_THAT(mistakes_in("blocklist_patterns:\n  - fine\n  - 12\n  - '(open'\n"),
              ElementsAre(StartsWith("p.yaml:3:5: a text expected"), StartsWith("p.yaml:4:5: not a pattern: ")));
  EXPECT_THAT(mistakes_in("expected_window_pattern: '['"), ElementsAre(StartsWith("p.yaml:1:26: not a pattern: ")));
}

TEST(Loader, ReportsThePlaceOfAnInvalidDomain) {
  EXPECT_THAT(mistakes_in("guardrails:\n  allowed_domains:\n    - example.com\n    - exa mple.com\n"),
              ElementsAre(StartsWith("p.yaml:4:7: not a pattern: it cannot be a domain")));
  EXPECT_THAT(mistakes_in("guardrails: {blocked_domains: ['htps://example.com']}"),
              ElementsAre(HasSubstr("1:32: not a pattern: unknown scheme, did you mean https://?")));
  EXPECT_THAT(mistakes_in("guardrails: {allowed_protocols: [https, 'http://x']}"),
              ElementsAre(HasSubstr("a scheme is expected")));
  EXPECT_THAT(mistakes_in("guardrails: {blocked_patterns: ['(']}"), ElementsAre(HasSubstr("not a pattern")));
  EXPECT_THAT(mistakes_in("guardrails: {blocked_categories: [banking, socal]}"),
              ElementsAre(HasSubstr("unknown category 'socal', did you mean 'social'?")));
  EXPECT_THAT(mistakes_in("destinations: {private_netwrk: block}"),
              ElementsAre(HasSubstr("unknown destination case 'private_netwrk', did you mean 'private_network'?")));
  EXPECT_THAT(mistakes_in("guardrails: {block_ip_addresses: maybe}"), ElementsAre(HasSubstr("true or false expected")));
}

TEST(Loader, ReportsAllMistakesInTheOrderOfTheText) {
  EXPECT_THAT(mistakes_in("a_b_c: 1\nblocklist_patterns: ['(']\nloop_threshold: x\n"),
              ElementsAre(StartsWith("p.yaml:1:"), StartsWith("p.yaml:2:"), StartsWith("p.yaml:3:")));
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "key" + std::to_string(i) + "x: 1\n";
  const auto lines = mistakes_in(many);
  EXPECT_EQ(lines.size(), 51u);
  EXPECT_EQ(lines.back(), "p.yaml: and more mistakes");
}

TEST(Loader, SaysWhatToUseInsteadOfAModelsCheck) {
  for (const auto* value : {"true", "false"}) {
    EXPECT_THAT(mistakes_in("guardrails: {enable_llm_action_check: " + std::string(value) + "}"),
                ElementsAre(AllOf(HasSubstr("no model judges actions"), HasSubstr("'consequences'"))))
        << value;
  }
}

TEST(Loader, LoadsPresets) {
  EXPECT_THAT(preset_names(), ElementsAre("cua", "default", "nova-act", "openadapt", "operator-use"));
  for (const auto name : preset_names()) {
    const auto preset = load_preset(name);
    ASSERT_TRUE(preset) << to_text(preset.error());
    EXPECT_EQ(preset->source, "preset " + std::string(name));
    EXPECT_NE(preset->policy, nullptr);
  }
  EXPECT_EQ(to_text(load_preset("openadpt").error()), "unknown preset 'openadpt', did you mean 'openadapt'?");
}

TEST(Loader, OpenadaptIsThePublishedDesignWrittenOut) {
  const auto preset = load_preset("openadapt");
  ASSERT_TRUE(preset);
  const auto& gate = preset->settings.gate;
  const gate::Config published;
  EXPECT_EQ(gate.text_rules, gate::TextRules::words);
  EXPECT_EQ(gate.blocklist_patterns, published.blocklist_patterns);
  EXPECT_THAT(gate.irreversible_patterns, IsSupersetOf(published.irreversible_patterns));
  EXPECT_THAT(gate.irreversible_patterns, SizeIs(published.irreversible_patterns.size() + 3)) << "of its code";
  EXPECT_EQ(gate.confidence_threshold, 0.7);
  EXPECT_EQ(gate.loop_threshold, 3u);
  EXPECT_THAT(gate.credential_patterns, IsSupersetOf(published.credential_patterns));
  EXPECT_THAT(gate.credential_allowlist, IsEmpty());
  EXPECT_EQ(gate.expected_app, std::nullopt);
  EXPECT_EQ(gate.guardrails.stuck_repeat_stop, 0u);
}

TEST(Loader, DefaultCountsRepetitionsInsteadOfVisits) {
  const auto preset = load_preset("default");
  ASSERT_TRUE(preset);
  EXPECT_EQ(preset->settings.gate.text_rules, gate::TextRules::consequence);
  EXPECT_EQ(preset->settings.gate.loop_threshold, 0u);
  EXPECT_EQ(preset->settings.gate.guardrails.stuck_repeat_hint, 3u);
  EXPECT_EQ(preset->settings.gate.guardrails.stuck_repeat_warn, 5u);
  EXPECT_EQ(preset->settings.gate.guardrails.stuck_repeat_stop, 7u);
}

TEST(Loader, ATextNamesThePresetItIsMergedOver) {
  Settings base;
  base.gate.loop_threshold = 77;
  const auto settings = settings_of("preset: openadapt\nconfidence_threshold: 0.8", base);
  EXPECT_EQ(settings.gate.loop_threshold, 3u);
  EXPECT_EQ(settings.gate.confidence_threshold, 0.8);
  EXPECT_THAT(mistakes_in("preset: openadpt"), ElementsAre(HasSubstr("did you mean 'openadapt'?")));
}

TEST(Loader, PeopleAtTheDevices) {
  const auto human = [](const std::string& text) { return settings_of(text).daemon.human; };
  EXPECT_TRUE(human("").takeover);
  EXPECT_EQ(to_string(*human("").panic_key), "shift+super+Escape");
  const auto all = human("human: {takeover: false, quiet_ms: 500, panic_key: ctrl+alt+Pause, foreign_input: halt}");
  EXPECT_FALSE(all.takeover);
  EXPECT_EQ(all.quiet, std::chrono::milliseconds{500});
  EXPECT_EQ(to_string(*all.panic_key), "ctrl+alt+Pause");
  EXPECT_EQ(all.foreign_input, ForeignInput::halt);
  EXPECT_FALSE(human("human: {panic_key: null}").panic_key);
  EXPECT_THAT(mistakes_in("human: {panic_key: a b}"), ElementsAre(HasSubstr("one key")));
  EXPECT_THAT(mistakes_in("human: {foreign_input: hault}"), ElementsAre(HasSubstr("did you mean 'halt'?")));
}

TEST(Loader, WhatIsKeptForAnUndo) {
  const auto rollback = [](const std::string& text) { return settings_of(text).daemon.rollback; };
  EXPECT_TRUE(rollback("").keep);
  EXPECT_EQ(rollback("").if_not_kept, IfNotKept::ask);
  const auto all = rollback(
      "rollback: {keep: false, max_mb: 5, max_files: 7, total_mb: 9, hours: 2, wait_ms: 100, if_not_kept: refuse}");
  EXPECT_FALSE(all.keep);
  EXPECT_EQ(all.max_mb, 5U);
  EXPECT_EQ(all.max_files, 7U);
  EXPECT_EQ(all.total_mb, 9U);
  EXPECT_EQ(all.age, std::chrono::hours{2});
  EXPECT_EQ(all.wait, std::chrono::milliseconds{100});
  EXPECT_EQ(all.if_not_kept, IfNotKept::refuse);
  EXPECT_THAT(mistakes_in("rollback: {if_not_kept: aks}"), ElementsAre(HasSubstr("did you mean 'ask'?")));
  EXPECT_THAT(mistakes_in("profiles: [{name: a, policy: {rollback: {keep: false}}}]"), Not(IsEmpty()));
}

TEST(Loader, KindsOfPersonalDataAreHiddenInPictures) {
  const auto hidden = [](const std::string& text) { return settings_of(text).daemon.private_text; };
  EXPECT_THAT(hidden(""), IsEmpty());
  EXPECT_EQ(hidden("screenshot: {private: mask}").size(), gate::all_personal_kinds.size());
  EXPECT_THAT(hidden("screenshot: {private: {card: mask, phone: keep}}"), ElementsAre(gate::PersonalKind::card));
  EXPECT_THAT(mistakes_in("screenshot: {private: {cart: mask}}"), ElementsAre(HasSubstr("did you mean 'card'?")));
  EXPECT_THAT(mistakes_in("screenshot: {private: msk}"), ElementsAre(HasSubstr("did you mean 'mask'?")));
}

TEST(Loader, ReadingsAreTrustedIfThePolicySaysSo) {
  EXPECT_FALSE(settings_of("unknown_target: {deadline: block}").gate.trust_reading);
  EXPECT_TRUE(settings_of("unknown_target: {read: allow}").gate.trust_reading);
  Settings base;
  base.gate.trust_reading = true;
  EXPECT_FALSE(settings_of("unknown_target: {read: ask}", base).gate.trust_reading);
  EXPECT_TRUE(settings_of("unknown_target: {deadline: block}", base).gate.trust_reading);
  EXPECT_THAT(mistakes_in("unknown_target: {read: alow}"), ElementsAre(HasSubstr("did you mean 'allow'?")));
}

TEST(Loader, EveryKeyAndReasonIsDocumented) {
  std::ifstream file(INTERLOCK_SOURCE_DIR "/docs/policy.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  for (const auto& section : sections()) {
    for (const auto& key : section.keys) {
      EXPECT_THAT(page, HasSubstr(std::string(key.name) + "`"));
    }
  }
  for (const auto& row : unknown_table()) EXPECT_THAT(page, HasSubstr("`" + std::string(row.code) + "`"));
}

class LoaderFiles : public testing::Test {
 protected:
  LoaderFiles() { std::filesystem::create_directories(dir_ + "/interlock"); }

  std::string write(const std::string& name, const std::string& text) {
    const std::string path = dir_ + "/" + name;
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string first_mistake(const std::string& path) {
    const auto loaded = load_file(path);
    return loaded ? "" : to_text(loaded.error().front());
  }

  const test::TempDir temp_;
  const std::string dir_ = temp_.path();
};

TEST_F(LoaderFiles, MergesOverTheDefaultPreset) {
  const auto loaded = load_file(write("p.yaml", "confidence_threshold: 0.9\n"));
  ASSERT_TRUE(loaded) << to_text(loaded.error());
  EXPECT_EQ(loaded->settings.gate.text_rules, gate::TextRules::consequence);
  EXPECT_EQ(loaded->settings.gate.confidence_threshold, 0.9);
  EXPECT_EQ(loaded->policy->config().confidence_threshold, 0.9);
  EXPECT_EQ(loaded->source, dir_ + "/p.yaml");
}

TEST_F(LoaderFiles, SaysWhichFileCannotBeRead) {
  EXPECT_THAT(first_mistake(dir_ + "/none.yaml"), StartsWith(dir_ + "/none.yaml: cannot read the policy: "));
  EXPECT_THAT(first_mistake(dir_), HasSubstr("not a regular file"));
  EXPECT_THAT(first_mistake("/dev/zero"), HasSubstr("not a regular file"));
}

TEST_F(LoaderFiles, RefusesFilesThatAreTooLarge) {
  EXPECT_EQ(first_mistake(write("fits.yaml", std::string(max_file_bytes, '#'))), "");
  EXPECT_THAT(first_mistake(write("large.yaml", std::string(max_file_bytes + 1, '#'))),
              HasSubstr("larger than 1024 KiB"));
}

TEST_F(LoaderFiles, LooksInTheUsersFolderFirst) {
  ::setenv("XDG_CONFIG_HOME", dir_.c_str(), 1);
  const auto before = find_policy_file();
  EXPECT_TRUE(before.empty() || before == "/etc/interlock/policy.yaml");
  const auto path = write("interlock/policy.yaml", "");
  EXPECT_EQ(find_policy_file(), path);
  ::unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace interlock::policy
