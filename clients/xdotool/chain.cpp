#include "clients/xdotool/chain.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>

#include "clients/xdotool/commands.h"

namespace interlock::xdotool {

void wrong(std::string_view what, const char* usage) {
  std::cout.flush();
  std::cerr << usage;
  if (!what.empty()) std::cerr << what << '\n';
  throw Stop{exit_code::failed};
}

int Chain::run(std::vector<std::string> words) {
  words_ = std::move(words);
  at_ = 0;
  while (left() > 0) {
    const Command* command = command_named(word());
    if (command == nullptr) {
      std::cout.flush();
      std::cerr << "xdotool: Unknown command: " << word() << "\nRun 'xdotool help' if you want a command list\n";
      return exit_code::failed;
    }
    const int code = command->run(*this);
    std::cout.flush();
    if (code != 0) return code;
  }
  return 0;
}

bool Chain::has_word(std::string_view wanted) const {
  return std::find(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end(), wanted) != words_.end();
}

std::optional<std::vector<Chain::Found>> Chain::options(std::vector<Option> options, const char* letters,
                                                        const char* usage) {
  options.push_back({"help", false, 'h'});
  std::vector<option> table;
  for (const Option& each : options) {
    if (each.name == nullptr) continue;
    table.push_back({each.name, each.argument ? required_argument : no_argument, nullptr, each.letter});
  }
  table.push_back({nullptr, 0, nullptr, 0});
  std::vector<char*> argv;
  for (std::size_t i = at_; i < words_.size(); ++i) argv.push_back(words_[i].data());
  argv.push_back(nullptr);

  std::vector<Found> found;
  optind = 0;  // getopt starts again for each command
  const std::string shorts = std::string("+h") + letters;
  while (true) {
    const int got =
        getopt_long_only(static_cast<int>(argv.size()) - 1, argv.data(), shorts.c_str(), table.data(), nullptr);
    if (got == -1) break;
    if (got == '?' || got == ':') wrong({}, usage);
    if (got == 'h') {
      std::cout << usage;
      take_all();
      return std::nullopt;
    }
    found.push_back({static_cast<char>(got), optarg != nullptr ? optarg : ""});
  }
  take(static_cast<std::size_t>(optind));
  return found;
}

json::object Chain::need_window(WindowId window) {
  auto known = link_.window(window);
  if (known) return std::move(*known);
  say("there is no window " + std::to_string(window));
  throw Stop{exit_code::failed};
}

std::vector<WindowId> Chain::windows(const std::optional<std::string>& name) const {
  if (!name) return {current_window};
  if (name->empty() || name->front() != '%') {
    return {static_cast<WindowId>(std::strtol(name->c_str(), nullptr, 0))};
  }
  if (stack_.empty()) {
    std::cerr << "There are no windows on the stack, Can't continue.\n";
    throw Stop{exit_code::failed};
  }
  if (*name == "%@") return stack_;
  const auto count = static_cast<long>(stack_.size());
  long index = std::atol(name->c_str() + 1);
  if (index < 0) index += count;
  if (index > count || index <= 0) {
    std::cerr << index << " is out of range (only " << count << " windows in list)\n";
    throw Stop{exit_code::failed};
  }
  return {stack_[static_cast<std::size_t>(index) - 1]};
}

std::string Chain::window_argument(std::size_t more, const char* usage) {
  std::string name = "%1";
  if (left() < more) {
    wrong("Too few arguments (got " + std::to_string(left()) + ", minimum is " + std::to_string(more) + ")", usage);
  }
  if (left() > more && command_named(word(more)) == nullptr) {
    name = word();
    take(1);
  }
  if (name.front() != '%') return name;
  const long index = std::atol(name.c_str() + 1);
  const auto count = static_cast<long>(stack_.size());
  if (count == 0) {
    std::cerr << "There are no windows in the stack\n";
  } else if (name == "%@" || (index != 0 && std::labs(index - 1) < count)) {
    return name;
  } else {
    std::cerr << "Invalid window stack selection '" << name << "' (out of range)\n";
  }
  std::cerr << "Invalid window '" << name << "'\n";
  wrong({}, usage);
}

}  // namespace interlock::xdotool
