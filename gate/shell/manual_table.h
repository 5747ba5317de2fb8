/// The lines of manuals.txt, sorted by program. scripts/manuals describes their form.
#pragma once

#include <span>
#include <string_view>

namespace interlock::gate::shell {

struct ManualLine {
  std::string_view program;
  bool long_with_one_dash = false;  ///< "-delete" is one option, not five
  std::string_view kinds;           ///< "d:--purge,-p k:stop"
};

std::span<const ManualLine> manual_lines();

}  // namespace interlock::gate::shell
