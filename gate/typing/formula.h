/// What a formula of a spreadsheet would fetch or run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct Formula {
  bool runs = false;                   ///< starts a program, or asks one for its data: DDE and its like
  bool built = false;                  ///< leads to an address that is put together out of cells, or is not known
  std::vector<std::string> addresses;  ///< that it leads to, as far as they stand in it
  std::string function;                ///< the first that does so, as it is written: "WEBSERVICE"

  bool harmless() const { return !runs && !built && addresses.empty(); }
};

/// Reads the text of one cell. `moves`: so often the cursor may have been moved in it, or the application have
/// completed it. `whole`: nothing is added to it any more. Any text that is no formula is harmless.
Formula read_formula(std::string_view text, std::size_t moves, bool whole);

}  // namespace interlock::gate
