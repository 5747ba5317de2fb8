/// What Python code runs and writes, as far as its text tells: literals put together, names of modules and functions
/// followed through imports, assignments, getattr and dictionaries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

struct PythonFacts {
  std::string folded;                 ///< the code with all that was found put in: os.remove("x") for getattr(...)
  std::vector<std::string> commands;  ///< what it hands to a shell or starts, by literals
  std::vector<std::string> code;      ///< literals that it runs as code
  std::vector<std::string> written;   ///< literal paths that it opens to write
  bool unknown = false;               ///< it runs something that is no literal
};

PythonFacts read_python(std::string_view code);

}  // namespace interlock::gate::shell
