// Checks that the commands, options, policy keys and errors that pages name exist.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

#include <sys/wait.h>

#include "tests/docs/page_blocks.h"

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;

const fs::path source = INTERLOCK_SOURCE_DIR;

Strings pages() {
  Strings found = {"README.md", "SECURITY.md", "CONTRIBUTING.md", "systemd/README.md", "bench/README.md"};
  for (const auto* folder : {"docs", "clients"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source / folder)) {
      if (entry.path().extension() == ".md" && entry.path().string().find("node_modules") == std::string::npos)
        found.push_back(fs::relative(entry.path(), source).string());
    }
  }
  return found;
}

/// The code of a page: the lines of its blocks, and the code spans outside of them.
Strings code_of(const std::string& page) {
  Strings code;
  bool block = false;
  std::istringstream in(text_of(source / page));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      block = !block;
    } else if (block || line.starts_with("    ")) {
      code.push_back(line);
    } else {
      static const std::regex span("`([^`]+)`");
      for (std::sregex_iterator at(line.begin(), line.end(), span), end; at != end; ++at) code.push_back((*at)[1]);
    }
  }
  return code;
}

/// The output of `interlockctl COMMAND --help`; empty if there is no such command.
const std::string& help_of(const std::string& command) {
  static std::map<std::string, std::string> known;
  const auto [at, fresh] = known.try_emplace(command);
  if (!fresh) return at->second;
  FILE* pipe = ::popen((INTERLOCK_BINARY_DIR "/cli/interlockctl " + command + " --help 2>/dev/null").c_str(), "r");
  std::array<char, 4096> part{};
  std::string text;
  while (const std::size_t size = std::fread(part.data(), 1, part.size(), pipe)) text.append(part.data(), size);
  const int status = ::pclose(pipe);
  return at->second = WIFEXITED(status) && WEXITSTATUS(status) == 0 ? text : "";
}

/// The words of "interlockctl audit replay --policy NEW" that do not exist.
std::string wrong_in(const std::string& line) {
  static const std::regex name("[a-z][a-z-]+"), option("(--[a-z][a-z-]+).*");
  std::istringstream in(line);
  std::string word, command, before;
  for (in >> before; in >> word && word != "--"; before = word) {
    std::smatch match;
    if (std::regex_match(word, match, option)) {
      const auto shown = [&](const std::string& help) { return help.find(match[1]) != std::string::npos; };
      if (!shown(help_of(command)) && !shown(help_of(""))) return command + " " + match[1].str();
    } else if (help_of(command).find("Subcommands:") != std::string::npos && std::regex_match(word, name) &&
               !before.starts_with("--")) {
      command += (command.empty() ? "" : " ") + word;
      if (help_of(command).empty()) return command;
    }
  }
  return {};
}

TEST(Names, OfCommandsAndTheirOptionsAreThoseOfTheProgram) {
  int seen = 0;
  for (const auto& page : pages()) {
    for (const auto& code : code_of(page)) {
      static const std::regex call("interlockctl (?=[-a-z])[^`|;#<>&\"')(]*");
      for (std::sregex_iterator at(code.begin(), code.end(), call), end; at != end; ++at, ++seen) {
        EXPECT_EQ(wrong_in(at->str()), "") << page << ": " << at->str();
      }
    }
  }
  EXPECT_GT(seen, 80) << "the pages are not read any more";
}

TEST(Names, OfThePolicysKeysAreKeys) {
  std::string keys;
  for (const auto& entry : fs::directory_iterator(source / "policy")) {
    if (entry.path().extension() == ".cpp") keys += text_of(entry.path());
  }
  int seen = 0;
  for (const auto& page : pages()) {
    for (const auto& code : code_of(page)) {
      static const std::regex key("(?:daemon|human|budget)\\.([a-z_]+)(?::.*)?");
      std::smatch match;
      if (!std::regex_match(code, match, key)) continue;
      EXPECT_NE(keys.find("{\"" + match[1].str() + "\""), std::string::npos) << page << ": " << code;
      ++seen;
    }
  }
  EXPECT_GT(seen, 30) << "the pages are not read any more";
}

/// docs/protocol.md has each error that this daemon sends, and no other.
TEST(Names, OfErrorsAreThoseThatAreSent) {
  std::string code;
  for (const auto* folder : {"ipc", "daemon"}) {
    for (const auto& entry : fs::recursive_directory_iterator(source / folder)) {
      if (entry.path().extension() == ".cpp" && entry.path().filename() != "client.cpp") code += text_of(entry.path());
    }
  }
  std::set<std::string> sent, reported;
  static const std::regex constant(R"(constexpr int (\w+) = (-32\d{3});)"), row(R"(\n\| (-32\d{3}) \|)");
  const std::string numbers = text_of(source / "ipc/message.h");
  for (std::sregex_iterator at(numbers.begin(), numbers.end(), constant), end; at != end; ++at) {
    if (code.find("error_code::" + (*at)[1].str()) != std::string::npos) sent.insert((*at)[2]);
  }
  const std::string page = text_of(source / "docs/protocol.md");
  for (std::sregex_iterator at(page.begin(), page.end(), row), end; at != end; ++at) reported.insert((*at)[1]);
  EXPECT_EQ(reported, sent);
  EXPECT_GE(sent.size(), 8U);
}

}  // namespace
}  // namespace interlock::test
