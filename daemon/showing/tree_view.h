/// The part of a window that a session may see: without elements that its scope hides, the text of secret fields and
/// meaningless wrappers, and with long runs of rows summarised. Values in, values out; refs are assigned in the order
/// of the shown elements, so that hidden ones leave no gap.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "a11y/visible_tree.h"
#include "daemon/sessions/refs.h"
#include "daemon/showing/shown_text.h"
#include "gate/readings/blinders.h"

namespace interlock::daemon {

struct ShownItem {
  std::size_t depth = 0;
  Role role = Role::unknown;
  std::string name;
  std::string value;
  std::string description;
  bool has_value = false;
  bool secret = false;  ///< a field whose text is not shown
  /// Its value is what the parts in it hold together: "2026-11-24", "14:05"; "" if they are empty.
  bool is_date = false;
  States states;
  Rect extents;
  std::string ref;          ///< empty: it is not actionable
  std::size_t more = 0;     ///< rows after this one that are not listed
  std::string more_within;  ///< the ref with which to request them
  bool unread_children = false;
  std::size_t above = 0;  ///< what it contains is scrolled: so many elements are above those that are shown ...
  std::size_t below = 0;  ///< ... and so many below them
  std::string sort = {};  ///< of a header: "ascending", "descending"
  std::string path = {};  ///< Element::path; not shown
  bool in_page = false;   ///< of a web document
  std::vector<ShownItem> parts = {};   ///< cells of a row, fields of a date: written on its line
  std::optional<int> confidence = {};  ///< it was read from pixels by a reader that is so sure of it: 0 to 100
  std::size_t row = 0;                 ///< number of a row among those that are shown, from 1
};

struct TreeView {
  std::vector<ShownItem> items;
  bool cut = false;           ///< more than `most_items`, or more text than fits into a reply
  bool late = false;          ///< there was no time for all of them
  std::size_t folded = 0;     ///< elements of the browser itself that are not listed
  std::string folded_within;  ///< the ref with which to request them
};

struct ViewOptions {
  std::string within;                 ///< path of an element: everything in it, with every row; empty: all
  std::function<bool()> enough = {};  ///< true: the time is over, nothing more is read; called now and then
  std::vector<Rect> above;            ///< windows above this one: elements completely under one of them are not shown
};

inline constexpr std::size_t most_items = 1500;
inline constexpr std::size_t most_rows = 20;    ///< of one kind in a row ...
inline constexpr std::size_t listed_rows = 15;  ///< ... else so many of them are listed

TreeView view_of(const a11y::VisibleTree& tree, const Window& window, const gate::Blinders& blinders,
                 const gate::Policy& policy, const ViewOptions& options, Refs& refs, ShownText& text);

}  // namespace interlock::daemon
