/// The commands that sed runs, the files that it writes, and whether anything is left of its input. By sed(1) of GNU.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/shell/call.h"

namespace interlock::gate::shell {

struct SedFacts {
  std::vector<std::string> commands;  ///< command lines in the script
  std::vector<std::string> written;   ///< files
  bool runs_input = false;            ///< it runs lines that it reads or generates
  bool deletes_all = false;           ///< its first command deletes or empties each line: d, /.*/d, s/.*//
  bool prints = false;                ///< it prints by a command of its own
};

SedFacts read_sed(std::string_view script);

/// The scripts that a call of sed names in its words; those in files are not among them.
std::vector<std::string_view> scripts_of_sed(const Call& call);

}  // namespace interlock::gate::shell
