/// What earlier parts of a line leave behind for later ones: variables, functions, aliases, the working directory.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/value.h"

namespace interlock::gate::shell {

struct Environment {
  static constexpr std::size_t max_candidates = 8;
  static constexpr std::size_t max_loop_words = 64;
  static constexpr std::size_t max_names = 256;

  /// What a variable may hold, the latest last: more than one if it was set in a branch or a loop.
  std::map<std::string, std::vector<Value>, std::less<>> variables;
  std::map<std::string, std::string, std::less<>> references;  ///< declare -n
  std::map<std::string, std::string, std::less<>> functions;   ///< their bodies as written
  std::map<std::string, std::string, std::less<>> aliases;     ///< and what `hash -p` renames
  std::optional<std::vector<Value>> positional;                ///< $1 ... in a function called here, or after `set --`
  std::string cwd;                                             ///< empty: not known
  std::string open_text;                                       ///< exec 3<<<TEXT: what is read from that descriptor
  Range open_pipe;  ///< exec > >(...): the commands that read what is written

  void set(std::string_view name, Value value, bool conditional);
  /// One more word that the variable of a loop goes through.
  void set_in_loop(std::string_view name, Value value, bool conditional);
  /// One more value that a variable may hold, as the latest. The same text is one value, with the sources of all. Of
  /// more than `most` the oldest ones become one that is not known.
  static void add(std::vector<Value>& candidates, Value value, std::size_t most = max_candidates);
  void unset(std::string_view name);
  /// Nothing if the line does not set it.
  const std::vector<Value>* find(std::string_view name) const;
  /// Forgets where values come from: the commands of one script are none of another's.
  void forget_sources();

 private:
  std::vector<Value>* entry(std::string_view name);
};

}  // namespace interlock::gate::shell
