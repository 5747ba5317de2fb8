/// What a formula of a spreadsheet would load or run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct Formula {
  bool runs = false;                   ///< starts a program, or requests data from one: DDE and similar
  bool built = false;                  ///< leads to an address that is composed from cells, or is unknown
  std::vector<std::string> addresses;  ///< its destinations, as far as the formula contains them
  std::string function;                ///< the first function that does so, as it is written: "WEBSERVICE"

  bool harmless() const { return !runs && !built && addresses.empty(); }
};

/// Reads the text of one cell. `moves`: how often the cursor may have been moved in it, or the application may have
/// completed it. `whole`: nothing will be added to it. A text that is not a formula is harmless.
Formula read_formula(std::string_view text, std::size_t moves, bool whole);

}  // namespace interlock::gate
