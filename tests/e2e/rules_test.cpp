// A user's rules and profiles in the running daemon: a rule is in force as soon as its file is saved, a broken one
// changes nothing, and people can see which profile an agent has.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;

constexpr auto no_hosts =
    "rules: [{name: hosts, when: {tool.name: write, tool.args.path: /etc/*}, decision: block, reason: Not there.}]\n";

class Rules : public testing::Test {
 protected:
  fs::path folder() { return fs::path(world.desktop().environment().at("XDG_CONFIG_HOME")) / "interlock/rules.d"; }
  /// As an editor saves: under another name first.
  void save(const std::string& name, const std::string& text) {
    fs::create_directories(folder());
    ::chmod(folder().c_str(), 0755);
    const auto draft = folder() / ("." + name + ".swp");
    std::ofstream(draft) << text;
    ::chmod(draft.c_str(), 0644);
    fs::rename(draft, folder() / name);
  }
  std::string judged(Agent& agent, const std::string& path) {
    return agent.call("tool.before", {{"name", "write"}, {"args", {{"path", path}}}}).text("decision");
  }
  bool logged(const std::string& text) {
    return eventually([&] { return world.daemon_log().find(text) != std::string::npos; });
  }

  World world{{.desktop = {.accessibility = false}}};
};

TEST_F(Rules, HoldAsSoonAsTheyAreSaved) {
  auto agent = world.agent("coder");
  ASSERT_FALSE(fs::exists(folder())) << "the folder is made after the daemon";
  EXPECT_EQ(judged(agent, "/etc/hosts"), "allow");
  save("10-hosts.yaml", no_hosts);
  EXPECT_TRUE(eventually([&] { return judged(agent, "/etc/hosts") == "block"; })) << world.daemon_log();
  EXPECT_EQ(judged(agent, "/home/somebody/a"), "allow");
  EXPECT_NE(world.ctl({"status"}).output.find("rules of your own: 1"), std::string::npos);

  save("_draft.yaml", "rules: [{when: {tool.name: write}, decision: halt}]\n");
  save("20-broken.yaml", "rules:\n  - {when: {tool.nam: write}, decision: halt}\n");
  EXPECT_TRUE(logged("20-broken.yaml:2:13: unknown field 'tool.nam', did you mean 'tool.name'?")) << world.daemon_log();
  EXPECT_EQ(judged(agent, "/etc/hosts"), "block");
  const auto refused = world.ctl({"reload"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_NE(refused.output.find("20-broken.yaml:2:13"), std::string::npos) << refused.output;

  save("20-broken.yaml", "rules:\n  - {when: {tool.args.path: /srv/bob/*}, decision: block}\n");
  EXPECT_TRUE(eventually([&] { return judged(agent, "/srv/bob/a") == "block"; })) << world.daemon_log();
  fs::remove(folder() / "10-hosts.yaml");
  EXPECT_TRUE(eventually([&] { return judged(agent, "/etc/hosts") == "allow"; })) << world.daemon_log();

  // A file that everyone may write is not trusted.
  ::chmod((folder() / "20-broken.yaml").c_str(), 0666);
  EXPECT_TRUE(logged("20-broken.yaml: others may write to it")) << world.daemon_log();
  EXPECT_EQ(judged(agent, "/srv/bob/a"), "block");
}

TEST_F(Rules, ABrokenFileIsNoReasonToStartWithout) {
  save("10-hosts.yaml", "rules: [\n");
  world.launch_daemon();
  EXPECT_EQ(world.daemon().wait(), 78) << world.daemon_log();
  EXPECT_NE(world.daemon_log().find("10-hosts.yaml:"), std::string::npos) << world.daemon_log();
}

TEST_F(Rules, AProjectHasItsOwn) {
  save("10-hosts.yaml", no_hosts);
  const fs::path project = fs::path(world.desktop().dir()) / "project";
  fs::create_directories(project / ".interlock/rules.d");
  ::chmod((project / ".interlock/rules.d").c_str(), 0755);
  // The user's file of that name comes first.
  std::ofstream(project / ".interlock/rules.d/10-hosts.yaml")
      << "rules: [{when: {tool.name: write}, decision: halt}]\n";
  std::ofstream(project / ".interlock/rules.d/30-here.yaml")
      << "rules: [{when: {tool.args.path: '*/build/*'}, decision: block}]\n";
  for (const auto* name : {"10-hosts.yaml", "30-here.yaml"}) {
    ::chmod((project / ".interlock/rules.d" / name).c_str(), 0644);
  }
  world.launch_daemon({}, {"--project", project});
  ASSERT_TRUE(world.wait_until_serving()) << world.daemon_log();
  auto agent = world.agent("coder");
  EXPECT_EQ(judged(agent, "/etc/hosts"), "block");
  EXPECT_EQ(judged(agent, "/src/build/a"), "block");
  EXPECT_EQ(judged(agent, "/src/a"), "allow");
}

TEST_F(Rules, AProfileIsNamedWherePeopleLook) {
  world.write_policy(R"(preset: default
profiles:
  - {name: careful, when: {agent.name: "shop-*"}, policy: {rules: [{when: {tool.name: write}, decision: block}]}}
)");
  ASSERT_EQ(world.ctl({"reload"}).code, 0) << world.daemon_log();
  auto shop = world.agent("shop");
  const auto session = shop.call("session.open", {{"name", "shop-helper"}});
  const auto done = shop.call("tool.before", {{"session", session.text("session")}, {"name", "write"}});
  EXPECT_EQ(done.text("decision"), "block") << done;
  EXPECT_NE(world.ctl({"status"}).output.find("profile careful"), std::string::npos);
  EXPECT_NE(world.ctl({"explain", done.text("id")}).output.find("careful"), std::string::npos);
  EXPECT_NE(world.audit().find(R"("profile":"careful")"), std::string::npos);

  // An agent with another name gets the policy for all.
  auto other = world.agent("other");
  EXPECT_EQ(other.call("tool.before", {{"name", "write"}}).text("decision"), "allow");
  // A profile that was removed is no longer in force.
  world.write_policy("preset: default\n");
  ASSERT_EQ(world.ctl({"reload"}).code, 0);
  EXPECT_EQ(shop.call("tool.before", {{"session", session.text("session")}, {"name", "write"}}).text("decision"),
            "allow");
}

}  // namespace
}  // namespace interlock::test
