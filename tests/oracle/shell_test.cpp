// The shell reader against bash: every program that bash starts must be among the commands that the reader finds, with
// its arguments, where what cannot be known may stand for anything. For lines made by a grammar, and for the lines of a
// file, each ended by a NUL, that INTERLOCK_SHELL_LINES names (scripts/shell-oracle). What may differ is in
// shell_differences.yaml with its reason.
#include <gtest/gtest.h>
#include <re2/re2.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "gate/shell/output.h"
#include "gate/shell/reading.h"
#include "gate/shell/word_reader.h"
#include "tests/oracle/differences.h"
#include "tests/oracle/program.h"
#include "tests/oracle/shell_generator.h"

namespace interlock::test {
namespace {

using gate::shell::Reading;
using Words = std::vector<std::string>;

const std::string test_folder = INTERLOCK_SOURCE_DIR "/tests/oracle/";

struct Answer {
  std::string status;
  std::vector<Words> started;
};

std::string with_ends(const std::vector<std::string>& lines) {
  std::string all;
  for (const std::string& line : lines) all.append(line) += '\0';
  return all;
}

std::vector<Answer> answers_of_bash(const std::vector<std::string>& lines) {
  const Ran ran =
      run_with_input("bash " + shell_quoted(test_folder + "shell_bash.sh") + " 2>/dev/null", with_ends(lines));
  EXPECT_EQ(ran.code, 0) << "tests/oracle/shell_bash.sh failed";
  std::vector<Answer> answers;
  Answer answer;
  Words words;
  bool status = true;
  for (std::size_t from = 0; from < ran.output.size();) {
    const std::size_t end = std::min(ran.output.find('\0', from), ran.output.size());
    std::string part = ran.output.substr(from, end - from);
    from = end + 1;
    if (status) {
      answer.status = std::move(part);
      status = false;
    } else if (part == "\1") {
      answer.started.push_back(std::exchange(words, {}));
    } else if (part == "\2") {
      answers.push_back(std::exchange(answer, {}));
      status = true;
    } else {
      // The reader has ~ for the home folder and "." for the current one.
      static const RE2 home("/oracle/home\\.\\d+\\b"), here("^/oracle/here\\.\\d+\\b");
      RE2::GlobalReplace(&part, home, "~");
      RE2::Replace(&part, here, ".");
      words.push_back(std::move(part));
    }
  }
  return answers;
}

/// Whether the word that was read may be this one. What is not known, and a wildcard, which may meet a file, stand for
/// anything; if that is nothing, neither is the blank beside it.
bool may_be(std::string_view read, std::string_view word) {
  std::string glob;
  for (std::size_t i = 0; i < read.size(); ++i) {
    const auto stands_for_any = [&](std::size_t at) {
      return at < read.size() && std::string_view("*?[\x01").find(read[at]) != std::string_view::npos;
    };
    const bool beside = read[i] == ' ' && (stands_for_any(i + 1) || (i > 0 && stands_for_any(i - 1)));
    glob += stands_for_any(i) || beside ? '*' : read[i];
  }
  return gate::shell::matches_glob(glob, word);
}

/// Words from `r` on may be those from `w` on. A word that is not known may be none or several.
bool may_be(const Words& read, std::size_t r, const Words& words, std::size_t w) {
  if (r == read.size()) return w == words.size();
  const bool unknown = read[r].find_first_of("*?[\x01") != std::string::npos;
  if (unknown && may_be(read, r + 1, words, w)) return true;
  // The blank behind what is nothing is none: {}$(echo $x a) is one word.
  if (unknown && r + 1 < read.size() && read.size() < 32) {
    Words joined = read;
    joined[r] += joined[r + 1];
    joined.erase(joined.begin() + static_cast<std::ptrdiff_t>(r) + 1);
    if (may_be(joined, r, words, w)) return true;
  }
  std::string joined;
  for (std::size_t end = w; end < words.size() && (unknown || end == w); ++end) {
    joined += (end > w ? " " : "") + words[end];
    if (may_be(read[r], joined) && may_be(read, r + 1, words, end + 1)) return true;
  }
  return false;
}

std::vector<Words> found(const std::string& line) {
  const Reading reading = gate::shell::read_line(line);
  std::vector<Words> all;
  for (const auto& command : reading.script.commands) {
    Words words;
    for (const auto& word : command.words) words.push_back(word.text);
    // bash looks behind these, too.
    while (words.size() > 1 && (words[0] == "command" || words[0] == "exec" || words[0] == "builtin")) {
      words.erase(words.begin());
      if (words[0] == "--" && words.size() > 1) words.erase(words.begin());
    }
    if (!words.empty() && gate::shell::is_known(words[0])) words[0] = gate::shell::base_name(words[0]);
    if (!words.empty()) all.push_back(std::move(words));
  }
  return all;
}

std::string shown(const std::vector<Words>& commands) {
  std::string text;
  for (const Words& words : commands) {
    for (const std::string& word : words) text += '<' + word + "> ";
    text += '\n';
  }
  std::replace(text.begin(), text.end(), gate::shell::unknown_char, '?');
  return text;
}

void expect_found(const std::vector<std::string>& lines, std::size_t least_accepted) {
  const std::vector<Answer> answers = answers_of_bash(lines);
  ASSERT_EQ(answers.size(), lines.size());
  Differences known(test_folder + "shell_differences.yaml");
  std::size_t unexplained = 0, accepted = 0, started = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::vector<Words> ours = found(lines[i]);
    accepted += answers[i].status == "2" ? 0 : 1;
    for (Words words : answers[i].started) {
      ++started;
      if (!words.empty()) words[0] = gate::shell::base_name(words[0]);
      if (std::any_of(ours.begin(), ours.end(), [&](const Words& read) { return may_be(read, 0, words, 0); })) continue;
      if (known.explain(lines[i], shown(ours), shown({words}))) continue;
      if (++unexplained > 40) continue;
      ADD_FAILURE() << lines[i] << "\n  bash starts: " << shown({words}) << "  interlock reads:\n" << shown(ours);
    }
  }
  EXPECT_EQ(unexplained, 0U) << "of " << started << " programs that bash starts in " << lines.size() << " lines";
  EXPECT_GE(accepted, least_accepted) << "bash refuses most lines: nothing is compared";
  std::cout << started << " programs in " << accepted << " lines that bash accepts\n" << known.summary();
}

/// Why no sandbox can be made here; empty if one can.
std::string no_sandbox() {
  const Ran ran = run_with_input("bwrap --unshare-all --ro-bind / / true 2>&1", "");
  return ran.code == 0 ? std::string() : "bubblewrap cannot make a sandbox here: " + ran.output;
}

TEST(ShellOracle, WhatBashStartsIsWhatTheReaderFinds) {
  if (const std::string why = no_sandbox(); !why.empty()) GTEST_SKIP() << why;
  constexpr std::size_t count = 3000;
  expect_found(generated_lines(count, 20260701), count / 2);
}

TEST(ShellOracle, WhatBashStartsInTheLinesOfAFileIsWhatTheReaderFinds) {
  const char* file = std::getenv("INTERLOCK_SHELL_LINES");
  if (file == nullptr) GTEST_SKIP() << "INTERLOCK_SHELL_LINES names no file";
  if (const std::string why = no_sandbox(); !why.empty()) GTEST_SKIP() << why;
  std::ifstream in(file, std::ios::binary);
  ASSERT_TRUE(in) << file << " cannot be read";
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line, '\0');) {
    // The sandbox has such a handler itself, and does not survive a line that stops or ends all of its processes.
    static const RE2 unfit("command_not_found_handle|\\b(suspend|kill)\\b");
    if (!RE2::PartialMatch(line, unfit) && !gate::shell::read_line(line).script.fork_bomb) lines.push_back(line);
  }
  expect_found(lines, 1);
}

}  // namespace
}  // namespace interlock::test
