// Folders of rules: which files count, and who must not be able to write to them.
#include "policy/rules_dir.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "policy/loader.h"
#include "tests/temp_dir.h"

namespace interlock::policy {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class RulesDir : public testing::Test {
 protected:
  std::string write(const std::string& path, const std::string& app) {
    const fs::path full = fs::path(temp_.path()) / path;
    fs::create_directories(full.parent_path());
    std::ofstream(full) << "rules: [{name: " << app << ", when: {window.app: " << app << "}, decision: block}]\n";
    ::chmod(full.c_str(), 0644);
    return full.string();
  }
  std::string dir(const std::string& name) const { return temp_.path() + "/" + name; }
  std::vector<std::string> names() const {
    const auto rules = load_rules_dirs({dir("system"), dir("user"), dir("project")});
    std::vector<std::string> found;
    if (!rules) return {to_text(rules.error())};
    for (const auto& rule : *rules) found.push_back(rule.name);
    return found;
  }

  const test::TempDir temp_;
};

TEST_F(RulesDir, TheFirstOfANameCountsAndAllAreReadByName) {
  write("system/50-site.yaml", "site");
  write("user/50-site.yaml", "undone");
  write("user/10-mine.yaml", "mine");
  write("project/90-here.yaml", "here");
  write("project/_draft.yaml", "draft");
  write("project/.hidden.yaml", "hidden");
  write("project/note.txt", "note");
  EXPECT_THAT(names(), ElementsAre("mine", "site", "here"));
}

TEST_F(RulesDir, FoldersThatAreNotThereHaveNoRules) {
  EXPECT_THAT(names(), ElementsAre());
}

TEST_F(RulesDir, ANamedFolderMustExist) {
  const auto none = load_rules({dir("user/none.yaml")});
  ASSERT_FALSE(none);
  EXPECT_THAT(to_text(none.error()), HasSubstr("user/none.yaml: cannot read the policy: "));
  write("user/a.yaml", "a");
  EXPECT_TRUE(load_rules({dir("user")}));
}

TEST_F(RulesDir, AllMistakesOfAllFilesAreReported) {
  std::ofstream(write("user/a.yaml", "a")) << "rulez: []\n";
  std::ofstream(write("user/b.yaml", "b")) << "rules: {}\n";
  EXPECT_THAT(names(), ElementsAre(testing::AllOf(HasSubstr("user/a.yaml:1:1: unknown key 'rulez'"),
                                                  HasSubstr("user/b.yaml:1:8: a list of rules expected"))));
}

TEST_F(RulesDir, FilesThatOthersCouldWriteAreRefused) {
  const std::string file = write("user/a.yaml", "a");
  ::chmod(dir("user").c_str(), 0755);
  EXPECT_THAT(names(), ElementsAre("a"));
  for (const mode_t mode : {0664, 0646}) {
    ::chmod(file.c_str(), mode);
    EXPECT_THAT(names(), ElementsAre(HasSubstr("a.yaml: others may write to it")));
  }
  ::chmod(file.c_str(), 0644);
  ::chmod(dir("user").c_str(), 0775);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("user: others may write to it")));
  ::chmod(dir("user").c_str(), 0755);
  ::chmod(temp_.path().c_str(), 0777);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("others may write to it"))) << "the folder above could be renamed";
  ::chmod(temp_.path().c_str(), 01777);
  EXPECT_THAT(names(), ElementsAre("a")) << "in a sticky folder it could not";
  ::chmod(temp_.path().c_str(), 0700);
}

TEST_F(RulesDir, FilesOfAnotherUserAreRefused) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give a file away";
  const std::string file = write("user/a.yaml", "a");
  ASSERT_EQ(::chown(file.c_str(), 12345, 12345), 0);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("belongs to user 12345")));
}

TEST_F(RulesDir, ALinkIsJudgedByItsTarget) {
  const std::string file = write("elsewhere/a.yaml", "a");
  fs::create_directories(dir("user"));
  fs::create_symlink(file, dir("user/a.yaml"));
  EXPECT_THAT(names(), ElementsAre("a"));
  ::chmod(file.c_str(), 0666);
  EXPECT_THAT(names(), ElementsAre(HasSubstr("elsewhere/a.yaml: others may write to it")));
}

TEST_F(RulesDir, OwnRulesComeAfterThePolicys) {
  const auto base = load_text("rules: [{name: first, when: {window.app: x}, decision: block}]", "p", Settings{});
  ASSERT_TRUE(base);
  const auto rules = load_rules({write("user/a.yaml", "second")});
  ASSERT_TRUE(rules);
  const auto both = with_rules(*base, *rules);
  ASSERT_TRUE(both);
  ASSERT_EQ(both->policy->config().rules.size(), 2U);
  EXPECT_EQ(both->policy->config().rules[1].name, "second");
}

TEST_F(RulesDir, LooksAtTheSystemTheUserAndTheProject) {
  ::setenv("XDG_CONFIG_HOME", "/home/somebody/.config", 1);
  EXPECT_THAT(rules_dirs(""), ElementsAre("/etc/interlock/rules.d", "/home/somebody/.config/interlock/rules.d"));
  EXPECT_THAT(rules_dirs("/src/app").back(), "/src/app/.interlock/rules.d");
  ::unsetenv("XDG_CONFIG_HOME");
}

}  // namespace
}  // namespace interlock::policy
