// Checks the structure of the sources by reading them: which folder may include which, small functions, headers with a
// description. The table of dependencies is the one in docs/architecture.md.
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
  std::string path;  // relative to the repository's root
  Strings lines;
};

const fs::path root = INTERLOCK_SOURCE_DIR;
const Strings houses = {"values",   "gate", "policy", "ipc",    "approval", "audit", "undo",   "desks",
                        "platform", "a11y", "sight",  "daemon", "doctor",   "cli",   "clients"};

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

// The project's own folders that each folder may include.
const std::map<std::string, Strings> arrows = {
    {"values", {"values/"}},
    {"gate", {"gate/", "values/"}},
    {"policy", {"policy/", "approval/", "gate/", "values/"}},
    {"ipc", {"ipc/", "values/"}},
    {"approval", {"approval/", "ipc/", "values/"}},
    {"audit", {"audit/", "approval/", "ipc/", "values/"}},
    {"undo", {"undo/", "values/"}},
    {"desks", {"desks/", "platform/prompt/text_wire.h", "values/"}},
    {"platform", {"platform/", "desks/wire/", "values/"}},
    {"a11y", {"a11y/", "platform/dbus/", "values/"}},
    {"sight", {"sight/", "values/"}},
    {"doctor", {"doctor/", "ipc/", "values/"}},
    {"cli", {"cli/", "doctor/", "audit/", "approval/", "ipc/", "policy/", "gate/", "values/"}},
    {"clients", {"clients/", "approval/", "ipc/", "values/"}},
    {"daemon",
     {"daemon/", "audit/", "undo/", "approval/", "ipc/", "policy/", "platform/", "a11y/", "sight/", "gate/",
      "values/"}},
};

// The rooms of a folder, from the ground up: files of a room include only those of rooms below it. The folder's own
// files are above all of its rooms, and few.
struct Floors {
  std::string folder;
  Strings rooms;
  std::size_t most_units;  // maximum of units (a header and its body) at the folder's top level
};
const std::vector<Floors> floors = {
    {"gate",
     {"words", "url", "secrets", "policy", "shell", "redaction", "screen", "typing", "session", "readings", "checks"},
     20},
    {"daemon",
     {"secrets", "process", "sessions", "asking", "seeing", "desk", "records", "pictures", "validators", "path",
      "showing", "settings", "api"},
     15},
    {"desks", {"wire", "compositor", "kwin"}, 0},
    {"cli",
     {"basics", "offline", "audit", "report", "tune", "live", "policy", "sandbox", "desktop", "doctor", "completion"},
     12},
};

// The foreign libraries that each folder may include, beside the standard library and (except for the gate) POSIX.
const std::map<std::string, Strings> libraries = {
    {"values", {"unicode/"}},
    {"gate", {"re2/", "unicode/"}},
    {"policy", {"yaml-cpp/", "tl/", "gcrypt.h"}},
    {"ipc", {"arpa/", "boost/", "tl/"}},
    {"approval", {"boost/", "tl/", "unicode/", "gcrypt.h"}},
    {"audit", {"boost/", "tl/", "gcrypt.h"}},
    {"undo", {"boost/", "tl/", "dirent.h", "fnmatch.h"}},
    // A desk's own folder uses the libraries of its compositor; the wire only these. of_version.h is in a folder for
    // each version of KWin.
    {"desks",
     {"boost/", "tl/", "CLI/", "wlr/", "wayland-", "xkbcommon/", "pixman.h", "drm_fourcc.h", "xdg-", "kwin/",
      "of_version.h", "plugin.moc"}},
    {"platform",
     {"arpa/", "boost/", "ifaddrs.h", "netinet/", "tl/", "systemd/", "X11/", "xcb/", "xdo.h", "xkbcommon/", "unicode/",
      "pango/", "gcrypt.h", "png.h"}},
    {"a11y", {"boost/", "tl/", "systemd/", "atspi/"}},
    {"sight", {"boost/", "tl/", "tesseract/", "unicode/"}},
    {"doctor", {"arpa/", "boost/", "netinet/", "tl/", "systemd/", "X11/", "xcb/"}},
    {"cli", {"boost/", "tl/", "CLI/"}},
    {"clients",
     {"boost/", "tl/", "CLI/", "xkbcommon/", "png.h", "mosquitto.h", "mqtt_protocol.h", "libpq-fe.h", "sqlite3.h"}},
    {"daemon", {"boost/", "tl/", "systemd/", "CLI/", "unicode/", "png.h"}},
};
const Strings posix = {"linux/",  "sys/",       "dlfcn.h",   "unistd.h", "fcntl.h", "poll.h",    "pwd.h",    "grp.h",
                       "spawn.h", "sysexits.h", "termios.h", "getopt.h", "regex.h", "strings.h", "malloc.h", "sched.h"};

// A header of the standard library has neither folder nor suffix; C's headers are included by their C++ names.
bool is_standard(const std::string& include) {
  return include.find('/') == std::string::npos && include.find('.') == std::string::npos;
}

TEST(Architecture, FoldersIncludeOnlyTheirDependencies) {
  Strings wrong;
  for (const auto& source : sources_under(houses, {".h", ".cpp"})) {
    if (source.path.starts_with("clients/") && source.path.find("/tests/") != std::string::npos) continue;
    const auto folder = folder_of(source.path);
    for (const auto& include : includes_of(source)) {
      if (is_standard(include)) continue;
      if (starts_with_any(include, arrows.at(folder)) || starts_with_any(include, libraries.at(folder))) continue;
      if (folder != "gate" && folder != "values" && starts_with_any(include, posix)) continue;
      wrong.push_back(source.path + " includes " + include);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// A clock that is wrong must neither keep a question open nor close it, nor change what is signed.
TEST(Architecture, QuestionsAndSignaturesUseNoWallClock) {
  Strings wrong;
  static const std::regex clock(R"re(\b(system_clock|gettimeofday|CLOCK_REALTIME|time_now|std::time)\b)re");
  for (const auto& source : sources_under({"approval", "daemon/asking"}, {".h", ".cpp"})) {
    for (const auto& line : source.lines) {
      if (std::regex_search(line, clock)) wrong.push_back(source.path + ": " + line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// The gate decides from values alone: no clock, file, thread, stream or environment.
TEST(Architecture, GateReachesNothingOutsideItsArguments) {
  const std::set<std::string> impure = {
      "iostream", "fstream",    "thread",    "mutex",   "shared_mutex", "condition_variable",
      "future",   "filesystem", "ctime",     "csignal", "random",       "stop_token",
      "atomic",   "print",      "syncstream"};
  Strings wrong;
  static const std::regex call(R"re(\b(getenv|system_clock|steady_clock::now|std::cout|std::cerr|throw)\b)re");
  for (const auto& source : sources_under({"values", "gate"}, {".h", ".cpp"})) {
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

// The room of a path: "checks" for "gate/checks/loop.cpp", empty for "gate/playbook.h".
std::string room_of(const std::string& path) {
  const auto begin = path.find('/') + 1;
  const auto end = path.find('/', begin);
  return end == std::string::npos ? std::string() : path.substr(begin, end - begin);
}

TEST(Architecture, RoomsIncludeOnlyRoomsBelowThem) {
  Strings wrong;
  for (const auto& [folder, rooms, most_units] : floors) {
    const auto floor_of = [&rooms = rooms](const std::string& path) {
      const auto room = room_of(path);
      return room.empty() ? rooms.end() : std::find(rooms.begin(), rooms.end(), room);
    };
    for (const auto& source : sources_under({folder}, {".h", ".cpp"})) {
      const auto own = floor_of(source.path);
      if (own == rooms.end() && !room_of(source.path).empty()) wrong.push_back(source.path + " is in no room");
      for (const auto& include : includes_of(source)) {
        if (folder_of(include) != folder) continue;
        if (floor_of(include) > own) wrong.push_back(source.path + " includes " + include);
      }
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Architecture, FewUnitsStandAtTheTopOfAFolder) {
  for (const auto& [folder, rooms, most_units] : floors) {
    std::set<std::string> units;
    for (const auto& source : sources_under({folder}, {".h", ".cpp"})) {
      if (room_of(source.path).empty()) units.insert(fs::path(source.path).stem().string());
    }
    EXPECT_LE(units.size(), most_units) << folder;
  }
}

bool begins_function(const std::string& line, const std::string& indent) {
  static const std::regex other(
      R"re(^\s*((namespace|struct|class|union|enum|extern|using|return|if|for|while|switch|std::visit)\b|#|//|\}))re");
  const bool at_indent = line.starts_with(indent) && line.size() > indent.size() && line[indent.size()] != ' ';
  return at_indent && !std::regex_search(line, other);
}

// Functions as clang-format lays them out, at namespace level and in classes: where each begins, and how long it is. A
// function that begins with a table counts as a table.
std::vector<std::pair<std::size_t, std::size_t>> functions_of(const Strings& lines, const std::string& indent) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (!begins_function(lines[at], indent)) continue;
    std::size_t head = at;
    while (head + 1 < lines.size() && lines[head].find_first_of("{;") == std::string::npos) ++head;
    if (!lines[head].ends_with(" {")) continue;
    std::size_t end = head + 1;
    static const std::regex table(R"re(^\s*(static )?const(expr)? .*\{$|^\s*return .*\{$)re");
    if (std::regex_search(lines[std::min(end, lines.size() - 1)], table)) continue;
    while (end < lines.size() && !lines[end].starts_with(indent + "}")) ++end;
    if (end < lines.size() && lines[end] == indent + "}") found.emplace_back(at, end - at + 1);
  }
  return found;
}

TEST(Architecture, FunctionsAreShort) {
  Strings wrong;
  std::size_t functions = 0;
  for (const auto& source : sources_under(houses, {".h", ".cpp"})) {
    for (const std::string indent : {"", "  "}) {
      for (const auto& [at, length] : functions_of(source.lines, indent)) {
        ++functions;
        if (length > 60) wrong.push_back(source.path + ":" + std::to_string(at + 1) + ": " + std::to_string(length));
      }
    }
  }
  EXPECT_GT(functions, 1000U) << "functions are not recognised";
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Architecture, EachHeaderBeginsWithADescription) {
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

// GCC 12 destroys temporaries inside ?: beside a co_await twice: use a statement of its own.
TEST(Architecture, AwaitIsOutsideConditionalExpressions) {
  static const std::regex conditional(R"re(\?[^;"]*\bco_await\b|^\s*: co_await\b)re");
  Strings wrong;
  for (const auto& source : sources_under(houses, {".h", ".cpp"})) {
    for (const auto& line : source.lines) {
      if (std::regex_search(line, conditional)) wrong.push_back(source.path + ": " + line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// A quirk of a toolkit is a fact in its row, so that it can be read, and given to another toolkit, in one place.
TEST(Architecture, OneFileAsksForAToolkitByName) {
  const Strings by_name = {"Toolkit::", "toolkit.name", "toolkit_.name", "toolkit->name", "\"GTK\"",
                           "\"Qt\"",    "\"Chromium\"", "\"Gecko\"",     "\"VCL\""};
  Strings wrong;
  std::size_t in_table = 0;
  for (const auto& source : sources_under({"a11y", "daemon"}, {".h", ".cpp"})) {
    for (const auto& line : source.lines) {
      const auto stands = [&](const std::string& name) { return line.find(name) != line.npos; };
      if (std::none_of(by_name.begin(), by_name.end(), stands)) continue;
      if (source.path.starts_with("a11y/toolkit.")) {
        ++in_table;
      } else {
        wrong.push_back(source.path + ": " + line);
      }
    }
  }
  EXPECT_GT(in_table, 0U) << "the table is not recognised";
  EXPECT_THAT(wrong, IsEmpty());
}

// A display backend is a folder behind the ports of platform/; doctor/ deliberately tests the display from outside.
TEST(Architecture, OneFolderSpeaksToTheXServer) {
  const Strings headers = {"X11/", "xcb/", "xdo.h", "xkbcommon/", "platform/x11/"};
  Strings wrong;
  std::size_t allowed = 0;
  for (const auto& source : sources_under(houses, {".h", ".cpp"})) {
    const bool backend = source.path.starts_with("platform/x11/");
    if (source.path.starts_with("doctor/")) continue;
    // Servers, and clients of no X server, that have names of keys and keymaps from a library.
    const bool names = source.path.starts_with("clients/display/") || source.path.starts_with("desks/");
    const bool chooses = source.path == "platform/display_backend.cpp";
    for (const auto& include : includes_of(source)) {
      if (!starts_with_any(include, headers) || (names && include.starts_with("xkbcommon/"))) continue;
      if (chooses && include == "platform/x11/x11_backend.h") continue;
      if (backend) {
        ++allowed;
      } else {
        wrong.push_back(source.path + " includes " + include);
      }
    }
  }
  EXPECT_GT(allowed, 0U) << "the backend is not recognised";
  EXPECT_THAT(wrong, IsEmpty());
}

TEST(Architecture, TheDaemonNamesNothingOfOneDisplayServer) {
  const Strings names = {"X11",          "xcb_",        "Xlib",      "XAUTHORITY", "Xauthority", "xhost",
                         "SI:localuser", "\"DISPLAY\"", "X display", "X server",   "cookie",     "override-redirect"};
  Strings wrong;
  for (const auto& source : sources_under({"daemon"}, {".h", ".cpp"})) {
    for (const auto& line : source.lines) {
      const auto stands = [&](const std::string& name) { return line.find(name) != line.npos; };
      if (std::any_of(names.begin(), names.end(), stands)) wrong.push_back(source.path + ": " + line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// This ensures that with --json every command reports its failures as JSON.
TEST(Architecture, OneFileOfTheCommandLineWritesOnTheStandardError) {
  static const std::regex error_output(R"re(\bcerr\b|\bclog\b|\bstderr\b|STDERR_FILENO)re");
  Strings wrong;
  for (const auto& source : sources_under({"cli"}, {".h", ".cpp"})) {
    if (source.path == "cli/basics/failure.cpp") continue;
    if (source.path == "cli/basics/run_through.cpp") continue;  // names the stream of the program that it starts
    for (const auto& line : source.lines) {
      if (std::regex_search(line, error_output)) wrong.push_back(source.path + ": " + line);
    }
  }
  EXPECT_THAT(wrong, IsEmpty());
}

// No names of the machine where it was written: it must build and run anywhere.
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
