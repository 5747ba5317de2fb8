/// The cells of a spreadsheet of LibreOffice that are shown and hold text. A sheet has a thousand million children, so
/// only those are requested that lie between the corners of what is shown of it.
#pragma once

#include <cstddef>
#include <vector>

#include "a11y/look.h"

namespace interlock::a11y {

/// More cells than a large screen shows with narrow columns. Rows below them are not read.
inline constexpr std::size_t most_sheet_cells = 4000;

/// By rows, from left to right. Empty if the sheet shows no cells, or if the rows that it shows lie so far down
/// (131,072 for 16,384 columns) that the number of a cell does not fit into the answer. An error if the application did
/// not answer.
Awaitable<Seen<std::vector<Ref>>> filled_cells(Look look, Ref sheet, Coordinates coordinates);

}  // namespace interlock::a11y
