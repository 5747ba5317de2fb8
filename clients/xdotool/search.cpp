// `search`: the daemon lists the windows; they are matched here in the same way as in the original.
#include <regex.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <thread>

#include "clients/xdotool/commands.h"

namespace interlock::xdotool {
namespace {

constexpr auto usage =
    "Usage: xdotool search [options] regexp_pattern\n"
    "--class         check regexp_pattern against the window class\n"
    "--classname     check regexp_pattern against the window classname\n"
    "--maxdepth N    set search depth to N. Default is infinite.\n"
    "                -1 also means infinite.\n"
    "--onlyvisible   matches only windows currently visible\n"
    "--pid PID       only show windows belonging to specific process\n"
    "                Not supported by all X11 applications\n"
    "--screen N      0; there is one\n"
    "--desktop N     only search a specific desktop number\n"
    "--limit N       break search after N results\n"
    "--name          check regexp_pattern against the window name\n"
    "--shell         print results as shell array WINDOWS=( ... )\n"
    "--prefix STR    use prefix (max 16 chars) for array name STRWINDOWS\n"
    "--title         DEPRECATED. Same as --name.\n"
    "--all           Require all conditions match a window. Default is --any\n"
    "--any           Windows matching any condition will be reported\n"
    "--sync          Wait until a search result is found.\n"
    "-h, --help      show this help output\n"
    "\n"
    "If none of --name, --classname, or --class are specified, the \n"
    "defaults are: --name --classname --class\n";

/// A POSIX extended regular expression, case-insensitive.
class Pattern {
 public:
  explicit Pattern(const std::string& pattern) {
    const int error = ::regcomp(&compiled_, pattern.c_str(), REG_EXTENDED | REG_ICASE);
    if (error == 0) return;
    std::cerr << "Failed to compile regex (return code " << error << "): '" << pattern << "'\n";
    throw Stop{exit_code::failed};
  }
  ~Pattern() { ::regfree(&compiled_); }
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;
  bool found_in(const std::string& text) const { return ::regexec(&compiled_, text.c_str(), 0, nullptr, 0) == 0; }

 private:
  regex_t compiled_;
};

struct Search {
  std::unique_ptr<Pattern> pattern;
  bool by_name = false, by_class = false, by_class_name = false;
  bool all = false;  ///< all conditions must match, not only one
  bool visible = false;
  std::optional<int> pid;
  std::optional<std::int64_t> desktop;
  std::optional<int> depth;
  std::size_t limit = 0;
  bool sync = false;   ///< waits until there is one
  bool shell = false;  ///< prints them as an array of a shell
  std::string prefix;  ///< of that array's name
};

bool fits(const Search& search, const json::object& window) {
  if (search.desktop) {
    const json::value* on = window.if_contains("desktop");
    if (on == nullptr || on->is_null() || number_in(window, "desktop") != *search.desktop) return false;
  }
  bool any = false, all = true;
  const auto judge = [&](bool wanted, const auto& test) {
    if (!wanted) return;
    const bool holds = test();
    any |= holds;
    all &= holds;
  };
  judge(search.pid.has_value(), [&] { return number_in(window, "pid") == *search.pid; });
  judge(search.by_name, [&] { return search.pattern->found_in(text_in(window, "title")); });
  judge(search.by_class, [&] { return search.pattern->found_in(text_in(window, "class")); });
  judge(search.by_class_name, [&] { return search.pattern->found_in(text_in(window, "class_name")); });
  return search.all ? all : any;
}

std::vector<WindowId> find(Chain& chain, const Search& search) {
  json::object params;
  if (search.depth) params["depth"] = std::min(*search.depth, 64);
  if (search.visible) params["visible"] = true;
  const auto answer = chain.link().ask("windows", std::move(params));
  std::vector<WindowId> found;
  for (const auto& each : answer.at("windows").as_array()) {
    const auto& window = each.as_object();
    if (!fits(search, window)) continue;
    found.push_back(static_cast<WindowId>(number_in(window, "id")));
    if (search.limit > 0 && found.size() >= search.limit) break;
  }
  if (answer.contains("truncated")) say("there are more windows than interlock lists; not all were searched");
  return found;
}

/// Returns nothing if help was printed.
std::optional<Search> search_options(Chain& chain) {
  const auto options = chain.options({{"all", false, 'A'},
                                      {"any", false, 'a'},
                                      {"class", false, 'c'},
                                      {"classname", false, 'C'},
                                      {"maxdepth", true, 'm'},
                                      {"name", false, 'n'},
                                      {"shell", false, 's'},
                                      {"prefix", true, 'x'},
                                      {"onlyvisible", false, 'v'},
                                      {"pid", true, 'p'},
                                      {"screen", true, 'S'},
                                      {"title", false, 't'},
                                      {"desktop", true, 'd'},
                                      {"limit", true, 'l'},
                                      {"sync", false, 'y'}},
                                     "", usage);
  if (!options) return std::nullopt;
  Search wanted;
  for (const auto& [letter, argument] : *options) {
    const char* value = argument.c_str();
    if (letter == 'A') wanted.all = true;
    if (letter == 'a') wanted.all = false;
    if (letter == 'c') wanted.by_class = true;
    if (letter == 'C') wanted.by_class_name = true;
    if (letter == 'm') wanted.depth = static_cast<int>(std::strtol(value, nullptr, 0));
    if (letter == 't') std::cerr << "This flag is deprecated. Assuming you mean --name (the window name).\n";
    if (letter == 'n' || letter == 't') wanted.by_name = true;
    if (letter == 's') wanted.shell = true;
    if (letter == 'x') wanted.prefix = argument.substr(0, 16);
    if (letter == 'v') wanted.visible = true;
    if (letter == 'p') wanted.pid = std::atoi(value);
    if (letter == 'd') wanted.desktop = std::strtol(value, nullptr, 0);
    if (letter == 'l') wanted.limit = static_cast<std::size_t>(std::max(0, std::atoi(value)));
    if (letter == 'y') wanted.sync = true;
  }
  if (wanted.depth && *wanted.depth < 0) wanted.depth.reset();
  return wanted;
}

}  // namespace

int search(Chain& chain) {
  auto options = search_options(chain);
  if (!options) return 0;
  Search wanted = std::move(*options);
  if (chain.left() < 1 && wanted.pid.value_or(0) == 0) wrong({}, usage);
  if (chain.left() > 0) {
    if (!wanted.by_name && !wanted.by_class && !wanted.by_class_name) {
      std::cerr << "Defaulting to search window name, class, and classname\n";
      wanted.by_name = wanted.by_class = wanted.by_class_name = true;
    }
    wanted.pattern = std::make_unique<Pattern>(chain.word());
    chain.take(1);
  } else {
    wanted.by_name = wanted.by_class = wanted.by_class_name = false;
  }
  std::vector<WindowId> found;
  while (true) {
    found = find(chain, wanted);
    if (chain.left() == 0 || wanted.shell) {
      if (wanted.shell) std::cout << wanted.prefix << "WINDOWS=(";
      for (const WindowId window : found) std::cout << window << '\n';
      if (wanted.shell) std::cout << ")\n";
      std::cout.flush();
    }
    if (!wanted.sync || !found.empty()) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
  }
  const bool none = found.empty();
  chain.found(std::move(found));
  return none && !wanted.shell ? exit_code::failed : 0;
}

}  // namespace interlock::xdotool
