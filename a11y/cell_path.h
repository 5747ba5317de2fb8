/// Names for cells whose program creates new accessible objects for each request (a11y/toolkit.h,
/// tree_cells_made_anew, and the sheets of tables_list_all_cells). The name is made of the tree's reference and the
/// cell's place, so it stays the same while the cell stays there.
#pragma once

#include <optional>
#include <string>

#include "a11y/atspi.h"
#include "a11y/toolkit.h"
#include "values/geometry.h"

namespace interlock::a11y {

/// Whether an element is named so, by its role and that of what it is in.
bool has_cell_path(const Toolkit& toolkit, Role role, Role around);

/// As Element::path; `place` in root pixels.
std::string cell_path(const Ref& tree, const Rect& place);

struct CellPlace {
  Ref tree;
  Rect place;
};

/// Nothing if the path is not of such a cell.
std::optional<CellPlace> cell_place(const std::string& path);

}  // namespace interlock::a11y
