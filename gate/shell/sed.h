/// The commands that sed runs and the files that it writes: its commands `e` and `w`, and these as flags of `s`. By
/// sed(1) of GNU.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

struct SedFacts {
  std::vector<std::string> commands;  ///< command lines in the script
  std::vector<std::string> written;   ///< files
  bool runs_input = false;            ///< it runs lines that it reads or generates
};

SedFacts read_sed(std::string_view script);

}  // namespace interlock::gate::shell
