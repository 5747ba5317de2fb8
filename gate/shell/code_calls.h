/// What code in Perl, Ruby, JavaScript, PHP, Lua, awk, Tcl and their like runs, as far as its text tells. Python has a
/// reader of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

struct CodeCalls {
  std::vector<std::string> commands;  ///< command lines that it runs; unknown_char for what is no literal
  std::vector<std::string> code;      ///< literals that it runs as code
  bool unknown = false;               ///< it runs something whose program is no literal
};

/// `program`: the interpreter, since a word that runs commands in one language is a harmless method in another.
CodeCalls read_code_calls(std::string_view program, std::string_view code);

}  // namespace interlock::gate::shell
