// Holds the shape of the house by reading its sources: which folder may include what, small files, headers that say
// what they are. The table of arrows here is the one in docs/architecture.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace interlock::test {
namespace {

namespace fs = std::filesystem;
using testing::IsEmpty;
using Strings = std::vector<std::string>;

struct Source {
  std::string path;  // from the repository's root
  Strings lines;
};

const fs::path root = INTERLOCK_SOURCE_DIR;
const Strings houses = {"gate", "policy", "ipc", "audit", "platform", "a11y", "daemon", "doctor", "cli", "clients"};

bool starts_with_any(const std::string& text, const Strings& prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](const auto& prefix) { return text.starts_with(prefix); });
}

std::vector<Source> sources_under(const Strings& folders, const std::set<std::string>& endings) {
  std::vector<Source> found;
  for (const auto& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const auto ending = entry.path().extension().string();
      if (!entry.is_regular_file() || !endings.contains(ending)) continue;
      Source source{fs::relative(entry.path(), root).string(), {}};
      std::ifstream file(entry.path());
      for (std::string line; std::getline(file, line);) source.lines.push_back(line);
      found.push_back(std::move(source));
    }
  }
  return found;
}

Strings includes_of(const Source& source) {
  static const std::regex form(R"re(^\s*#\s*include\s*[<"]([^>"]+)[>"])re");
  Strings found;
  for (const auto& line : source.lines) {
    std::smatch match;
    if (std::regex_search(line, match, form)) found.push_back(match[1]);
  }
  return found;
}

std::string folder_of(const std::string& path) {
  return path.substr(0, path.find('/'));
}

// What each folder may include of the house itself.
const std::map<std::string, Strings> arrows = {
    {"gate", {"gate/"}},
    {"policy", {"policy/", "gate/"}},
    {"ipc", {"ipc/", "gate/"}},
    {"audit", {"audit/", "ipc/", "gate/"}},
    {"platform", {"platform/", "gate/"}},
    {"a11y", {"a11y/", "platform/dbus/", "gate/"}},
    {"doctor", {"doctor/", "ipc/", "gate/"}},
    {"cli", {"cli/", "doctor/", "audit/", "ipc/", "policy/", "gate/"}},
    {"clients", {"clients/", "ipc/", "gate/"}},
    {"daemon", {"daemon/", "audit/", "ipc/", "policy/", "platform/", "a11y/", "gate/"}},
};

// What each folder may include from outside, beside the standard library and (all but the gate) POSIX.
const std::map<std::string, Strings> libraries = {
    {"gate", {"re2/", "unicode/"}},
    {"policy", {"yaml-cpp/", "tl/", "gcrypt.h"}},
    {"ipc", {"boost/", "tl/"}},
    {"audit", {"boost/", "tl/", "gcrypt.h"}},
    {"platform",
     {"arpa/", "boost/", "ifaddrs.h", "netinet/", "tl/", "systemd/", "X11/", "xcb/", "xdo.h", "xkbcommon/",
      "unicode/"}},
    {"a11y", {"boost/", "tl/", "systemd/", "atspi/"}},
    {"doctor", {"boost/", "tl/", "systemd/", "X11/", "xcb/"}},
    {"cli", {"boost/", "tl/", "CLI/"}},
    {"clients", {"boost/", "tl/", "CLI/"}},
    {"daemon", {"boost/", "tl/", "systemd/", "CLI/", "unicode/", "png.h"}},
};
const Strings posix = {"linux/",  "sys/",       "unistd.h",  "fcntl.h",  "poll.h",  "pwd.h",     "grp.h",
                       "spawn.h", "sysexits.h", "termios.h", "getopt.h", "regex.h", "strings.h", "malloc.h"};

// A header of the standard library has neither folder nor ending; C's own are written the C++ way.
bool is_standard(const std::string& include) {
  return include.find('/') == std::string::npos && include.find('.') == std::string::npos;
}

TEST(Architecture, FoldersIncludeOnlyWhatTheirArrowsAllow) {
  Strings wrong;
  for (const auto& source : sources_under(houses, {".h", ".cpp"})) {
    if (source.path.starts_with("clients/") && source.path.find("/tests/") != std::string::npos) continue;
    const auto folder = folder_of(source.path);
    for (const auto& include : includes_of(source)) {
      if (is_standard(include)) continue;
      if (starts_with_any(include, arrows.at(folder)) || starts_with_any(include, libraries.at(folder))) continue;
      if (folder != "gate" && starts_with_any(include, posix)) continue;
      wrong.push_back(source.path + " includes " + include);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// The gate decides from values alone: no clock, file, thread, stream, environment.
TEST(Architecture, GateReachesNothingOutsideItsArguments) {
  const std::set<std::string> impure = {
      "iostream", "fstream",    "thread",    "mutex",   "shared_mutex", "condition_variable",
      "future",   "filesystem", "ctime",     "csignal", "random",       "stop_token",
      "atomic",   "print",      "syncstream"};
  Strings wrong;
  static const std::regex call(R"re(\b(getenv|system_clock|steady_clock::now|std::cout|std::cerr|throw)\b)re");
  for (const auto& source : sources_under({"gate"}, {".h", ".cpp"})) {
    for (const auto& include : includes_of(source)) {
      if (impure.contains(include)) wrong.push_back(source.path + " includes " + include);
    }
    for (const auto& line : source.lines) {
      const auto code = line.substr(0, line.find("//"));
      if (std::regex_search(code, call)) wrong.push_back(source.path + ": " + line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Architecture, NoFileIsLongerThanFourHundredLines) {
  Strings folders = houses;
  folders.insert(folders.end(), {"tests", "bench", "scripts", "demo", "clients"});
  Strings wrong;
  for (const auto& source : sources_under(folders, {".h", ".cpp", ".py", ""})) {
    if (source.path.find("/corpus/") != std::string::npos) continue;
    if (source.lines.size() > 400) wrong.push_back(source.path + ": " + std::to_string(source.lines.size()));
  }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Architecture, EachHeaderBeginsBySayingWhatItIs) {
  Strings wrong;
  for (const auto& source : sources_under(houses, {".h"})) {
    if (source.lines.empty() || !source.lines.front().starts_with("/// ")) wrong.push_back(source.path);
  }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Architecture, IncludesAreWrittenFromTheRoot) {
  Strings wrong;
  for (const auto& source : sources_under(houses, {".h", ".cpp"})) {
    static const std::regex quoted(R"re(^\s*#\s*include\s*"([^"]+)")re");
    for (const auto& line : source.lines) {
      std::smatch match;
      if (std::regex_search(line, match, quoted) && !fs::exists(root / match[1].str())) {
        wrong.push_back(source.path + " includes \"" + match[1].str() + "\"");
      }
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// GCC 12 destroys twice what is made inside ?: beside a co_await: it must stand in a statement of its own.
TEST(Architecture, AwaitStandsOutsideConditionalExpressions) {
  static const std::regex conditional(R"re(\?[^;"]*\bco_await\b|^\s*: co_await\b)re");
  Strings wrong;
  for (const auto& source : sources_under(houses, {".h", ".cpp"})) {
    for (const auto& line : source.lines) {
      if (std::regex_search(line, conditional)) wrong.push_back(source.path + ": " + line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// So that with --json no command can forget to say in JSON why it failed.
TEST(Architecture, OneFileOfTheCommandLineWritesOnTheStandardError) {
  static const std::regex error_output(R"re(\bcerr\b|\bclog\b|\bstderr\b|STDERR_FILENO)re");
  Strings wrong;
  for (const auto& source : sources_under({"cli"}, {".h", ".cpp"})) {
    if (source.path == "cli/failure.cpp") continue;
    for (const auto& line : source.lines) {
      if (std::regex_search(line, error_output)) wrong.push_back(source.path + ": " + line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// Nothing of the place where it was written: it must build and run anywhere.
TEST(Architecture, NoPathsOfOneMachine) {
  Strings folders = houses;
  folders.insert(folders.end(), {"tests", "bench", "scripts", "demo", "docs", "systemd", "cmake", "clients"});
  std::erase_if(folders, [](const auto& folder) { return !fs::exists(root / folder); });
  static const std::regex foreign(
      "(/wor"
      "k/|/hom"
      "e/(?!somebody)[a-z]|/roo"
      "t/)");
  Strings wrong;
  for (const auto& source :
       sources_under(folders, {".h", ".cpp", ".py", ".md", ".txt", ".cmake", ".yaml", ".html", ""})) {
    if (source.path.find("/corpus/") != std::string::npos) continue;
    for (const auto& line : source.lines) {
      if (std::regex_search(line, foreign)) wrong.push_back(source.path + ": " + line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

}  // namespace
}  // namespace interlock::test
