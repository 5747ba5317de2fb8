/// Programs that run the program named after their own options: sudo, env, timeout, ssh, docker exec, ...
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace interlock::gate::shell {

struct Wrapper {
  std::string_view names;
  std::string_view letters;  ///< short options that take a value
  std::string_view longs;    ///< long options whose value is the next word
  std::size_t operands = 0;  ///< number of its own operands before the program
  bool assignments = false;  ///< NAME=VALUE before the program
  bool script = false;       ///< the rest is a script, its words joined by spaces
  bool remote = false;
  std::string_view subcommand;  ///< these words must come first: "exec", "compose exec"
  std::string_view pairs = {};  ///< long options whose values are the next two words
};

std::span<const Wrapper> all_wrappers();

}  // namespace interlock::gate::shell
