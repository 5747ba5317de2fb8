/// What of a window's accessibility tree a person can see: values. Read by TreeReader::visible_tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "values/observation.h"

namespace interlock::a11y {

struct VisibleNode {
  std::size_t depth = 0;  ///< below the window, by what is shown: a hidden wrapper counts for nothing
  /// As `TreeReader` describes an element, ancestors included; `path` names the same element in later questions. The
  /// value of text that is no field is what it says where its name does not. Never a password's text. Static text in a
  /// browser has no extents: it is where what it is the text of is.
  Element element;
  /// It says that it has more children than are read: a large table's rows.
  bool unread_children = false;
};

enum class Cut : std::uint8_t {
  whole,         ///< nothing is missing
  deadline,      ///< the application had not answered everything in time
  nodes,         ///< there is more than the limit
  disconnected,  ///< the application went away while it was read
};

struct VisibleTree {
  std::vector<VisibleNode> nodes;   ///< in the tree's order; the first is the window itself
  Known<Document> document = none;  ///< the first that is shown; frames inside it come later
  Cut cut = Cut::whole;
};

struct TreeLimits {
  std::size_t nodes = 2000;        ///< shown
  std::size_t looked_at = 20'000;  ///< asked about at all
  std::size_t children = 2000;     ///< of one element; of more none is read
  std::int32_t characters = 2000;  ///< of one text
};

}  // namespace interlock::a11y
