/// The commands that code in Perl, Ruby, JavaScript, PHP, Lua, awk, Tcl and similar languages runs, as far as its text
/// shows. Python has its own reader.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

struct CodeCalls {
  std::vector<std::string> commands;  ///< command lines that it runs; unknown_char for parts that are not literals
  std::vector<std::string> code;      ///< literals that it runs as code
  bool unknown = false;               ///< it runs something whose program is not a literal
};

/// `program`: the interpreter, because a word that runs commands in one language is a harmless method in another.
CodeCalls read_code_calls(std::string_view program, std::string_view code);

}  // namespace interlock::gate::shell
