/// The part of a window's accessibility tree that a person can see: values. Read by TreeReader::visible_tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "values/observation.h"

namespace interlock::a11y {

struct VisibleNode {
  std::size_t depth = 0;  ///< below the window, counting only shown nodes
  /// As `TreeReader` describes an element, including ancestors; `path` names the same element in later requests. The
  /// value of text outside of fields is its content, if its name does not contain it. Never a password's text. Static
  /// text in a browser has no extents: its place is that of the element it belongs to.
  Element element;
  /// It reports more children than are read, such as a large table's rows.
  bool unread_children = false;
  /// Its elements that are scrolled out of view, before the first and after the last that is shown. Of web pages.
  std::size_t above = 0;
  std::size_t below = 0;
  /// It is no element, but text that was read from the screen's pixels by a reader that is so sure of it: 0 to 100.
  std::optional<int> confidence = {};
};

enum class Cut : std::uint8_t {
  whole,         ///< nothing is missing
  deadline,      ///< the application had not answered everything in time
  nodes,         ///< there are more than the limit
  disconnected,  ///< the application went away while it was read
  unread,        ///< its pixels are read, and there was no time for all of them
  unpublished,   ///< its pixels are read, because its application publishes elements, and those of this window not yet
};

struct VisibleTree {
  std::vector<VisibleNode> nodes;   ///< in the tree's order; the first is the window itself
  Known<Document> document = none;  ///< the first one that is shown; frames inside it follow
  Cut cut = Cut::whole;
  /// A closed list may have the focus although nothing in the tree reports it, and the window is active.
  bool lists_hide_focus = false;
  bool popups_placed = true;  ///< false: what is in open popups lies elsewhere than the nodes say
};

struct TreeLimits {
  std::size_t nodes = 2000;        ///< shown
  std::size_t looked_at = 20'000;  ///< read, shown or not
  std::size_t children = 2000;     ///< of one element; if it has more, none is read
  std::int32_t characters = 2000;  ///< of one text
};

}  // namespace interlock::a11y
