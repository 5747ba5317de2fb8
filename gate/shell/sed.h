/// What sed runs and writes: its commands `e` and `w`, and these as flags of `s`. By sed(1) of GNU.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate::shell {

struct SedFacts {
  std::vector<std::string> commands;  ///< command lines that stand in the script
  std::vector<std::string> written;   ///< files
  bool runs_input = false;            ///< it runs lines that it reads or makes
};

SedFacts read_sed(std::string_view script);

}  // namespace interlock::gate::shell
