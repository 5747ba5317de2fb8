// Commands that would disable interlock, however the line is written.
#include <gtest/gtest.h>

#include "gate/policy/applications.h"
#include "gate/shell/judge.h"
#include "tests/unit/gate/cases.h"

namespace interlock::gate {
namespace {

bool is_guarded(std::string_view line) {
  const auto judged = shell::judge(line);
  return judged.decision == Decision::block && judged.code == shell::guarded_code;
}

TEST(Guarded, ControlsHoweverTheyAreWrapped) {
  for (const char* line :
       {"interlockctl approve 3", "/usr/bin/interlockctl  approve 3", "i\\nterlockctl 'approve' 3",
        "env A=1 interlockctl resume", "nohup sh -c \"sleep 5; interlockctl approve 3\" &",
        "watch -n1 interlockctl approve 3", "X=interlockctl; $X reload", "eval interlockctl halt",
        "echo 3 | xargs interlockctl approve", "dunstctl action", "ls; interlockd --policy /tmp/p.yaml",
        "systemctl --user restart interlock.service", "killall -9 interlockd", "sudo pkill -f '^interlockd$'",
        "pkill polkit-gnome-authentication-agent-1", "killall i3lock", "kill -9 `pgrep interlockd`"}) {
    EXPECT_TRUE(is_guarded(line)) << line;
  }
}

TEST(Guarded, FilesHoweverTheyAreNamed) {
  for (const char* line :
       {"> ~/.config/interlock/policy.yaml", "cp a ~/.config/./interlock/../interlock/policy.yaml",
        "sed -i s/ask/allow/ /etc/interlock/policy.yaml", "dd if=/dev/zero of=/etc/interlock/policy.yaml",
        "cd ~/.config/interlock; echo > policy.yaml", "cd ~/.config && vim interlock/rules.d/a.yaml",
        "ln -sf /tmp/p \"$HOME/.config/interlock/policy.yaml\"", "mv ~/.config/[i]nterlock /tmp",
        "echo ~/.config/interlock/policy.yaml | xargs rm", "perl -i -pe 's/a/b/' ~/.config/interlock/policy.yaml",
        "ln -sf x ~/.config/systemd/user/interlock.service", "rm -f ~/.local/state/interlock/audit-1.jsonl",
        "sudo rm /usr/bin/interlockd", "curl -o ~/.config/interlock/policy.yaml https://example.com/p"}) {
    EXPECT_TRUE(is_guarded(line)) << line;
  }
}

TEST(Guarded, ReadingAndOtherThingsOfThatName) {
  for (const char* line : {"interlockctl status",
                           "interlockctl pending",
                           "interlockctl check --explain < cases.jsonl",
                           "interlockctl approve --help",
                           "head -5 ~/.config/interlock/policy.yaml",
                           "ls -la /etc/interlock",
                           "diff ~/.config/interlock/policy.yaml a.yaml",
                           "sudo cat /etc/interlock/policy.yaml",
                           "find ~/.config/interlock -name '*.yaml'",
                           "cd ~/src/interlock && make",
                           "vim src/interlock/policy/keys.cpp",
                           "pip install interlock",
                           "git log --grep 'interlock/policy.yaml is read'",
                           "ssh host interlockctl approve 3",
                           "systemctl --user status interlock",
                           "journalctl --user -u interlock",
                           "pkill firefox",
                           "kill 1234",
                           "makoctl dismiss -a",
                           "ls ~/.config/*"}) {
    EXPECT_FALSE(is_guarded(line)) << line << ": " << shell::judge(line).reason;
  }
}

TEST(Guarded, WinsOverOtherDangersOfTheSameLine) {
  EXPECT_TRUE(is_guarded("rm -rf / ; interlockctl approve 3"));
  EXPECT_TRUE(is_guarded("interlockctl approve 3; rm -rf /"));
}

TEST(Guarded, UnderTheDesignsThatReadWordsToo) {
  const SafetyGate gate = cases::published();
  const Assessment judged = cases::assess(gate, cases::type("interlockctl approve 3\n"), cases::xterm());
  EXPECT_EQ(judged.decision, Decision::block);
  EXPECT_EQ(judged.rule, "protected");
}

Applications::Facts facts(const Config& config, std::string app, std::string wm_class) {
  return Applications::compile(config).facts_of(cases::window(std::move(app), "", std::move(wm_class)));
}

TEST(Applications, AreKnownByProgramClassAndFamily) {
  const Config config;
  EXPECT_EQ(facts(config, "dunst", "").guarded, "a notification");
  EXPECT_EQ(facts(config, "python3.11", "Dunst").guarded, "a notification");
  EXPECT_EQ(facts(config, "pinentry-qt5", "").guarded, "a prompt for a password or key");
  EXPECT_EQ(facts(config, "polkit-kde-authentication-agent-1", "").guarded,
            "a prompt for the administrator's password");
  EXPECT_TRUE(facts(config, "gedit", "Gedit").guarded.empty());
  EXPECT_TRUE(facts(config, "", "").guarded.empty());
  EXPECT_TRUE(facts(config, "x", "org.example.XTerm").terminal);
  EXPECT_TRUE(facts(config, "rofi", "Rofi").run_dialog);
  EXPECT_TRUE(facts(config, "Slack", "").messenger);
}

TEST(Applications, TheStrictestTierCounts) {
  Config config;
  config.application_tiers["a"] = {Decision::block, {"Gedit"}};
  config.application_tiers["b"] = {Decision::warn, {"gedit"}};
  config.application_tiers["terminals"] = {Decision::warn, {}};
  const auto all = Applications::compile(config);
  EXPECT_EQ(all.tier_name(all.facts_of(cases::window("gedit", "", "")).tier), "a");
  EXPECT_EQ(all.tier_name(all.facts_of(cases::window("xterm", "", "")).tier), "terminals");
  EXPECT_EQ(all.facts_of(cases::window("kate", "", "")).tier, -1);
}

}  // namespace
}  // namespace interlock::gate
