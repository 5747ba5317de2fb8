// xdotool, with interlock between it and the desktop.
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <iostream>

#include "clients/xdotool/commands.h"
#include "clients/xdotool/keeper.h"
#include "clients/xdotool/script.h"

namespace {

using namespace interlock::xdotool;

constexpr auto usage = "Usage: xdotool <cmd> <args>\n";

/// Runs one line of a script. A refusal by interlock also ends the script.
int run_line(std::vector<std::string> line, Chain& chain) {
  try {
    return chain.run(std::move(line));
  } catch (const Stop& stop) {
    if (stop.code != exit_code::failed) throw;
    return stop.code;
  }
}

int run(const std::vector<std::string>& words, Chain& chain) {
  if (words.empty()) {
    std::cerr << usage;
    (void)help(chain);
    return exit_code::failed;
  }
  const std::string& first = words.front();
  struct stat file {};
  if (command_named(first) == nullptr && (first == "-" || ::stat(first.c_str(), &file) == 0)) {
    chain.keeps_pointer = true;
    return run_script(first, {words.begin() + 1, words.end()},
                      [&](std::vector<std::string> line) { return run_line(std::move(line), chain); });
  }
  if (first == "--help" || first == "-help" || first == "-h") return help(chain);
  if (first == "--version" || first == "-version" || first == "-v") return version(chain);
  if (first.size() > 1 && first.front() == '-') {
    std::cerr << "xdotool: unrecognized option '" << first << "'\n" << usage;
    return exit_code::failed;
  }
  return chain.run(words);
}

}  // namespace

int main(int argc, char** argv) {
  Link link;
  Chain chain(link);
  int code = exit_code::failed;
  try {
    code = run({argv + 1, argv + argc}, chain);
  } catch (const Stop& stop) {
    code = stop.code;
  } catch (const std::exception& error) {
    say(error.what());
  }
  std::cout.flush();
  if (!chain.keys_down.empty() || !chain.buttons_down.empty()) keep_open(link);
  // There is nothing left to undo; end as soon as possible.
  ::_exit(code);
}
