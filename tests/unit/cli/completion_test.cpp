// The command line, its completions and its manual know the same commands and options. If the shells are installed,
// they are asked for their completions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "cli/basics/commands.h"
#include "cli/completion/completion_script.h"
#include "tests/temp_dir.h"

namespace interlock::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;

std::vector<CommandLine> whole_tree() {
  Options options;
  CLI::App app("", "interlockctl");
  add_everything(app, options);
  return command_tree(app);
}

std::vector<std::string> lines_of(const std::string& command) {
  std::vector<std::string> lines;
  std::FILE* pipe = popen(command.c_str(), "r");
  std::string line;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) {
    if (c != '\n') {
      line += static_cast<char>(c);
    } else {
      lines.push_back(std::exchange(line, {}));
    }
  }
  EXPECT_EQ(pclose(pipe), 0) << command;
  return lines;
}

bool installed(std::string_view shell) {
  return std::system(("command -v " + std::string(shell) + " >/dev/null").c_str()) == 0;  // NOLINT
}

/// A script in a file, beside a program `interlockctl` that reports one open question and two sessions.
class Completion : public testing::Test {
 protected:
  std::string script(std::string_view shell) {
    const std::string path = temp_.path() + "/script." + std::string(shell);
    std::ofstream(path) << completion_script(whole_tree(), shell);
    const std::string program = temp_.path() + "/interlockctl";
    std::ofstream(program) << R"sh(#!/bin/sh
case $1 in
  pending) echo '{"pending":[{"id":"p7","agent":"a","reason":"says \"id\":\"p8\""}]}' ;;
  status) echo '{"sessions":[{"id":"s1","name":"x"},{"id":"s2","name":"$(touch evil)"
  }]}' ;;
esac
)sh";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    return path;
  }

  std::vector<std::string> bash(const std::string& words) {
    const std::string ask =
        "PATH=" + temp_.path() + ":$PATH; source " + script("bash") + "; COMP_WORDS=(" + words +
        "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _interlockctl; printf \"%s\\n\" \"${COMPREPLY[@]}\"";
    return lines_of("bash -c '" + ask + "'");
  }

  const test::TempDir temp_;
};

TEST_F(Completion, NamesEveryCommandAndOption) {
  const auto tree = whole_tree();
  ASSERT_GE(tree.size(), 15U);
  for (const auto shell : shells) {
    const auto script = completion_script(tree, shell);
    for (const auto& command : tree) {
      EXPECT_THAT(script, HasSubstr(command.name.substr(command.name.find(' ') + 1))) << shell;
      for (const auto& option : command.options) {
        if (option.positional) continue;
        for (const auto& name : option.names) {
          const bool fish = shell == "fish";
          const auto dashes = name.starts_with("--") ? 2U : 1U;
          EXPECT_THAT(script, HasSubstr(fish ? (dashes == 2 ? " -l " : " -s ") + name.substr(dashes) : name)) << shell;
        }
      }
    }
  }
}

TEST_F(Completion, Bash) {
  if (!installed("bash")) GTEST_SKIP() << "bash is not installed";
  EXPECT_THAT(bash("interlockctl re"), ElementsAre("resume", "reload", "report", "redact"));
  EXPECT_THAT(bash("interlockctl --json --socket /x ap"), ElementsAre("approve"));
  EXPECT_THAT(bash("interlockctl audit --f"), ElementsAre("--file", "--follow"));
  EXPECT_THAT(bash("interlockctl audit v"), ElementsAre("verify"));
  EXPECT_THAT(bash("interlockctl audit verify --h"), ElementsAre("--heads", "--help"));
  EXPECT_THAT(bash("interlockctl status --j"), ElementsAre("--json"));
  EXPECT_THAT(bash("interlockctl check --preset op"), ElementsAre("openadapt", "operator-use"));
  EXPECT_THAT(bash("interlockctl approve \"\""), ElementsAre("p7"));
  EXPECT_THAT(bash("interlockctl halt \"\""), ElementsAre("s1", "s2"));
  EXPECT_THAT(bash("interlockctl completion \"\""), ElementsAre("bash", "zsh", "fish"));
  EXPECT_THAT(bash("interlockctl audit --file " + temp_.path() + "/interlock"),
              ElementsAre(temp_.path() + "/interlockctl"));
  EXPECT_FALSE(std::filesystem::exists("evil"));
}

TEST_F(Completion, Fish) {
  if (!installed("fish")) GTEST_SKIP() << "fish is not installed";
  const auto asked = [&](const std::string& line) {
    return lines_of("PATH=" + temp_.path() + ":$PATH HOME=" + temp_.path() + " fish --no-config -c \"source " +
                    script("fish") + "; complete -C '" + line + "' | cut -f1\"");
  };
  EXPECT_THAT(asked("interlockctl re"), ElementsAre("redact", "reload", "report", "resume"));
  EXPECT_THAT(asked("interlockctl audit --f"), ElementsAre("--file", "--follow"));
  EXPECT_THAT(asked("interlockctl approve "), ElementsAre("p7"));
  EXPECT_THAT(asked("interlockctl halt "), ElementsAre("s1", "s2"));
  EXPECT_THAT(asked("interlockctl check --preset op"), ElementsAre("openadapt", "operator-use"));
}

TEST_F(Completion, Zsh) {
  if (!installed("zsh")) GTEST_SKIP() << "zsh is not installed";
  // zsh shows completions only on a terminal: zpty is one. The line is quoted and echoed after the Tab.
  const auto asked = [&](const std::string& line) {
    const std::string inner = temp_.path() + "/inner.zsh";
    std::ofstream(inner) << "PATH=" << temp_.path() << ":$PATH\nautoload -U compinit; compinit -u -D\nsource "
                         << script("zsh") << "\nbindkey '^I' complete-word\necho READY\n";
    const std::string outer = temp_.path() + "/outer.zsh";
    std::ofstream(outer) << "zmodload zsh/zpty\nzpty z 'TERM=dumb PS1= zsh -f -i'\nzpty -w z 'source " << inner << "'\n"
                         << "zpty -r -m z seen '*READY*'\nzpty -w -n z '" << line << "'$'\\t'\n"
                         << "zpty -w -n z $'\\C-a echo \"<\\C-e>\"\\n'\n"
                         << "zpty -r -m z part '*<interlock*>*'\nprint -r -- $part\nzpty -d z\n";
    std::string said;
    for (const auto& part : lines_of("timeout 50 zsh -f " + outer + " 2>&1")) said += part + "\n";
    return said;
  };
  EXPECT_THAT(asked("interlockctl appr"), HasSubstr("<interlockctl approve"));
  EXPECT_THAT(asked("interlockctl audit --fol"), HasSubstr("<interlockctl audit --follow"));
  EXPECT_THAT(asked("interlockctl approve "), HasSubstr("<interlockctl approve p7"));
  EXPECT_THAT(asked("interlockctl check --preset opena"), HasSubstr("<interlockctl check --preset openadapt"));
}

std::string manual() {
  std::ifstream file(INTERLOCK_SOURCE_DIR "/docs/man/interlockctl.1");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(Manual, DescribesEveryCommandAndOption) {
  const std::string page = manual();
  const auto tree = whole_tree();
  for (const auto& command : tree) {
    const auto begin = command.name.empty() ? page.find(".Sh OPTIONS") : page.find(".It Cm " + command.name);
    ASSERT_NE(begin, std::string::npos) << command.name;
    // Up to the next command or section: the description of this one.
    const auto end = std::min(page.find("\n.It Cm ", begin + 1), page.find("\n.Sh ", begin + 1));
    const std::string part = page.substr(begin, end - begin);
    for (const auto& option : command.options) {
      for (const auto& name : option.names) {
        const bool word = name.starts_with("--");  // roff needs no escape for a single dash
        const std::string bare = name.substr(name.find_first_not_of('-'));
        const std::string written = option.positional ? "Ar " + bare : (word ? "Fl -" : "Fl ") + bare;
        EXPECT_THAT(part, HasSubstr(written)) << command.name;
      }
    }
  }
}

TEST(Manual, NamesNoCommandThatIsNotThere) {
  std::vector<std::string> commands;
  for (const auto& command : whole_tree()) commands.push_back(command.name);
  std::istringstream lines(manual());
  std::vector<std::string> described;
  for (std::string line; std::getline(lines, line);) {
    static const std::regex entry(R"(\.It Cm ([a-z-]+( [a-z-]+)?).*)");
    std::smatch match;
    if (std::regex_match(line, match, entry)) described.push_back(match[1]);
  }
  EXPECT_THAT(commands, IsSupersetOf(described));
}

TEST(Manual, IsWellFormed) {
  if (!installed("mandoc")) GTEST_SKIP() << "mandoc is not installed";
  for (const char* page : {"interlockctl.1", "interlockd.8", "interlock-mcp.1", "interlock-desk.1"}) {
    EXPECT_THAT(
        lines_of("mandoc -T lint -W warning " INTERLOCK_SOURCE_DIR "/docs/man/" + std::string(page) + " 2>&1; true"),
        ElementsAre());
  }
}

}  // namespace
}  // namespace interlock::cli
