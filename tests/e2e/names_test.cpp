// If the policy requires it, the machine's own name service is asked where a public name leads: a name for a metadata
// service or for this machine is judged like the address itself.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {
namespace {

const std::string hosts =
    "127.0.0.1 localhost\n"
    "169.254.169.254 rebind.example.com\n"
    "10.0.0.7 inside.example.com\n"
    "::1 six.example.com\n"
    "93.184.216.34 mixed.example.com\n"
    "192.168.7.7 mixed.example.com\n"
    "93.184.216.34 public.example.com\n";

std::string names_policy(bool resolve) {
  return "preset: default\nguardrails: {allow_private_networks: false, resolve_names: " +
         std::string(resolve ? "true" : "false") + "}\ndaemon: {prompt_timeout_s: 1}\n";
}

/// The daemon with an /etc/hosts of its own; everything else is the machine's.
class Names : public testing::Test {
 protected:
  Names() : world({.desktop = {}, .policy = {}, .daemon = false}) {
    const auto file = world.desktop().dir() + "/hosts";
    std::ofstream(file) << hosts;
    within = {"bwrap", "--dev-bind", "/", "/", "--ro-bind", file, "/etc/hosts"};
  }
  void SetUp() override {
    try {
      auto probe = within;
      probe.insert(probe.end(), {"grep", "-q", "rebind.example.com", "/etc/hosts"});
      world.desktop().output(probe);
    } catch (const std::exception& error) {
      GTEST_SKIP() << "bwrap cannot give a program an /etc/hosts of its own here (no user namespaces?): "
                   << error.what();
    }
  }
  void start(bool resolve) {
    world.write_policy(names_policy(resolve));
    world.launch_daemon({}, {}, within);
    ASSERT_TRUE(world.wait_until_serving()) << world.daemon_log();
  }
  Verdict open(const std::string& url) {
    return world.agent().act({{"type", "navigate"}, {"url", url}}, {{"dry_run", true}});
  }

  World world;
  std::vector<std::string> within;
};

TEST_F(Names, ThatStandForPrivateAddressesAreJudgedLikeThose) {
  start(true);
  for (const std::string name : {"rebind", "inside", "six", "mixed"}) {
    const auto judged = open("http://" + name + ".example.com/latest/meta-data/");
    EXPECT_EQ(judged.text("code"), "private_network") << name << judged;
    EXPECT_EQ(judged.text("decision"), "require_confirmation") << name << judged;
  }
  EXPECT_NE(open("http://rebind.example.com/").text("reason").find("169.254.169.254"), std::string::npos);
  const auto fine = open("https://public.example.com/");
  EXPECT_NE(fine.text("rule"), "destination") << fine;
}

TEST_F(Names, UnknownNamesAreAskedAbout) {
  start(true);
  const auto judged = open("https://no-such-host.invalid/");
  EXPECT_EQ(judged.text("code"), "unresolved_name") << judged;
}

TEST_F(Names, AreNotLookedUpUnlessThePolicySaysSo) {
  start(false);
  const auto judged = open("http://rebind.example.com/");
  EXPECT_NE(judged.text("rule"), "destination") << judged;
}

}  // namespace
}  // namespace interlock::test
