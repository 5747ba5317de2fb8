/// The commands that Python code runs and the files that it writes, as far as its text shows: literals are joined,
/// names of modules and functions are followed through imports, assignments, getattr and dictionaries.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

struct PythonFacts {
  std::string folded;  ///< the code with everything that was found replaced: os.remove("x") for getattr(...)
  std::vector<std::string> commands;  ///< literals that it passes to a shell or starts
  std::vector<std::string> code;      ///< literals that it runs as code
  std::vector<std::string> written;   ///< literal paths that it opens for writing
  bool unknown = false;               ///< it runs something that is not a literal
};

PythonFacts read_python(std::string_view code);

}  // namespace interlock::gate::shell
