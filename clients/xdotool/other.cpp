// Commands that are not about the desktop, and commands that interlock does not support.
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "clients/xdotool/commands.h"

namespace interlock::xdotool {
namespace {

constexpr auto table = std::to_array<Command>({
    {"getactivewindow", getactivewindow},
    {"getwindowfocus", getwindowfocus},
    {"getwindowname", getwindowname},
    {"getwindowclassname", getwindowclassname},
    {"getwindowpid", getwindowpid},
    {"getwindowgeometry", getwindowgeometry},
    {"getdisplaygeometry", getdisplaygeometry},
    {"search", search},
    {"selectwindow", selectwindow},
    {"help", help},
    {"version", version},
    {"behave", not_supported},
    {"behave_screen_edge", not_supported},
    {"click", click},
    {"getmouselocation", getmouselocation},
    {"key", key},
    {"keydown", key},
    {"keyup", key},
    {"mousedown", mousedown},
    {"mousemove", mousemove},
    {"mousemove_relative", mousemove_relative},
    {"mouseup", mouseup},
    {"set_window", set_window},
    {"type", type},
    {"windowactivate", windowactivate},
    {"windowfocus", windowfocus},
    {"windowkill", windowkill},
    {"windowclose", windowclose},
    {"windowquit", windowclose},
    {"windowmap", windowmap},
    {"windowminimize", windowminimize},
    {"windowmove", windowmove},
    {"windowraise", windowraise},
    {"windowreparent", not_supported},
    {"windowsize", windowsize},
    {"windowunmap", windowunmap},
    {"set_num_desktops", set_num_desktops},
    {"get_num_desktops", get_num_desktops},
    {"set_desktop", set_desktop},
    {"get_desktop", get_desktop},
    {"set_desktop_for_window", set_desktop_for_window},
    {"get_desktop_for_window", get_desktop_for_window},
    {"get_desktop_viewport", get_desktop_viewport},
    {"set_desktop_viewport", set_desktop_viewport},
    {"exec", exec},
    {"sleep", sleep},
});

/// Why a command of the original is not supported.
std::string_view why_not(std::string_view command) {
  if (command == "windowreparent") return "a window inside another could not be distinguished from it";
  return "interlock only does what is requested now, and nothing later on its own";
}

bool asks_for_help(const Chain& chain) {
  return chain.left() > 1 && (chain.word(1) == "--help" || chain.word(1) == "-h");
}

}  // namespace

std::span<const Command> commands() {
  return table;
}

const Command* command_named(std::string_view name) {
  for (const Command& each : table) {
    if (::strcasecmp(each.name.data(), std::string(name).c_str()) == 0) return &each;
  }
  return nullptr;
}

int sleep(Chain& chain) {
  constexpr auto usage =
      "Usage: sleep seconds\n"
      "Sleep a given number of seconds. Fractions of seconds are valid.\n";
  if (!chain.options({}, "", usage)) return 0;
  if (chain.left() == 0) wrong("No arguments given.", usage);
  std::this_thread::sleep_for(std::chrono::duration<double>(std::max(0.0, std::atof(chain.word().c_str()))));
  chain.take(1);
  return 0;
}

int exec(Chain& chain) {
  constexpr auto usage =
      "Usage: exec [options] command [arg1 arg2 ...] [terminator]\n"
      "--sync    - only exit when the command given finishes. The default\n"
      "            is to fork a child process and continue.\n"
      "--args N  - how many arguments to expect in the exec command; commands may follow them\n"
      "--terminator TERM - the argument that ends the exec command; commands may follow it\n"
      "\n"
      "Unless --args OR --terminator is specified, the exec command is assumed\n"
      "to be the remainder of the command line.\n";
  const auto options = chain.options({{"sync", false, 's'}, {"args", true, 'a'}, {"terminator", true, 't'}}, "", usage);
  if (!options) return 0;
  bool sync = false;
  int arity = -1;
  std::optional<std::string> terminator;
  for (const auto& [letter, argument] : *options) {
    sync |= letter == 's';
    if (letter == 'a') arity = std::atoi(argument.c_str());
    if (letter == 't') terminator = argument;
  }
  if (chain.left() == 0) wrong("No arguments given.", usage);
  if (arity > 0 && terminator) {
    std::cerr << "Don't use both --terminator and --args.\n";
    return exit_code::failed;
  }
  if (static_cast<long>(chain.left()) < arity) {
    std::cerr << "You said '--args " << arity << "' but only gave " << chain.left() << " arguments.\n";
    return exit_code::failed;
  }
  std::vector<std::string> words;
  while (chain.left() > 0 && (arity <= 0 || static_cast<int>(words.size()) < arity)) {
    const std::string word = chain.word();
    chain.take(1);
    if (terminator && word == *terminator) break;
    words.push_back(word);
  }
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::cout.flush();
  const pid_t child = ::fork();
  if (child == 0) {
    ::execvp(argv[0], argv.data());
    std::perror("execvp failed");
    ::_exit(errno);
  }
  int status = 0;
  if (sync) ::waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int help(Chain& chain) {
  std::cout << "Available commands:\n";
  for (const Command& each : table) std::cout << "  " << each.name << '\n';
  chain.take(1);
  return 0;
}

int version(Chain& chain) {
  std::cout << "xdotool version 3.20160805.1 (guarded by interlock)\n";
  chain.take(1);
  return 0;
}

int selectwindow(Chain& chain) {
  if (asks_for_help(chain)) return not_supported(chain);
  say("not supported: selectwindow waits for a person's click, and interlock lets no program wait for those; "
      "use 'search' or 'getactivewindow'");
  return exit_code::failed;
}

int not_supported(Chain& chain) {
  if (asks_for_help(chain)) {
    std::cout << "Usage: " << chain.word() << " is not supported by interlock's xdotool\n";
    chain.take_all();
    return 0;
  }
  say("not supported: " + chain.word() + ": " + std::string(why_not(chain.word())));
  return exit_code::failed;
}

}  // namespace interlock::xdotool
