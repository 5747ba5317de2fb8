#include "daemon/showing/compact.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "values/text.h"

namespace interlock::daemon {
namespace {

constexpr std::size_t most_parts = 40;  ///< of one row; with more it is listed line by line

using Items = std::vector<ShownItem>;

std::size_t end_of(const Items& items, std::size_t root) {
  auto end = root + 1;
  while (end < items.size() && items[end].depth > items[root].depth) ++end;
  return end;
}

bool is_cell(Role role) {
  return role == Role::table_cell || role == Role::column_header || role == Role::row_header ||
         role == Role::table_column_header || role == Role::table_row_header;
}

/// "Country: *" is "Country".
std::string_view label_words(std::string_view text) {
  return trimmed(text.substr(0, text.find_last_not_of(" \t\n:*") + 1));
}

/// A cell of a page can be clicked only if something in it, or its row, says so; elsewhere cells select their row.
bool reacts(const ShownItem& cell) {
  return !cell.in_page || cell.states.has(State::focusable) || cell.states.has(State::editable);
}

bool can_be_set(const ShownItem& cell) {
  return cell.states.has(State::editable) || cell.states.has(State::checkable);
}

bool says_something(const ShownItem& cell) {
  return !cell.name.empty() || cell.has_value || can_be_set(cell) || cell.states.has(State::expanded) ||
         cell.states.has(State::collapsed);
}

/// True if the cell's text is that of what is in it: their names together, or the value of a field.
bool repeats(const ShownItem& cell, const Items& inside) {
  const auto holds_value = [&](const ShownItem& field) {
    return field.has_value && label_words(field.value) == label_words(cell.name);
  };
  if (std::any_of(inside.begin(), inside.end(), holds_value)) return true;
  return !inside.empty() && std::all_of(inside.begin(), inside.end(), [&](const ShownItem& inner) {
    return cell.name.find(label_words(inner.name)) != std::string::npos;
  });
}

/// Appends a cell and what is in it, without the cell itself if it only repeats that.
void add_cell(ShownItem cell, Items inside, Items& parts) {
  const bool alone = inside.empty();
  if (!reacts(cell)) cell.ref.clear();
  const bool says = !cell.name.empty() || cell.has_value;
  const bool keep =
      alone || (says && !repeats(cell, inside)) || (!cell.ref.empty() && cell.states.has(State::editable));
  if (!keep && !alone && !cell.sort.empty()) inside.front().sort = cell.sort;
  if (keep && (says || !cell.ref.empty() || alone)) parts.push_back(std::move(cell));
  for (auto& item : inside) {
    auto fields = std::exchange(item.parts, {});
    parts.push_back(std::move(item));
    std::move(fields.begin(), fields.end(), std::back_inserter(parts));
  }
}

class Compact {
 public:
  explicit Compact(const Items& items) : items_(items) {}

  Items run() {
    for (std::size_t i = 0; i < items_.size();) i = take(i);
    number_rows();
    return std::move(made_);
  }

 private:
  /// Takes the item, and perhaps what follows it; returns the index of the next.
  std::size_t take(std::size_t i) {
    const auto& item = items_[i];
    const auto end = end_of(items_, i);
    if (item.role == Role::table_row && end - i - 1 <= most_parts) return take_row(i, end);
    if (item.role == Role::table_cell && !item.in_page) return take_cells(i);
    if (item.role == Role::combo_box && !item.states.has(State::expanded)) return take_combo_box(i, end);
    if (item.role == Role::date_editor || item.is_date) return take_parts(i, end);
    if (item.role == Role::label && labels_inner(i, end)) return i + 1;
    const bool labels_next = i + 1 < items_.size() && item.ref.empty() && !item.has_value && end == i + 1 &&
                             !items_[i + 1].ref.empty() && !label_words(item.name).empty() &&
                             label_words(item.name) == label_words(items_[i + 1].name);
    if (labels_next && item.more == 0) return i + 1;
    made_.push_back(item);
    return i + 1;
  }

  void number_rows() {
    std::vector<std::size_t> counts;  // by depth
    for (auto& item : made_) {
      counts.resize(item.depth + 1, 0);
      const bool is_header = std::all_of(item.parts.begin(), item.parts.end(), [](const ShownItem& part) {
        return part.role != Role::table_cell && part.role != Role::static_ && !part.has_value;
      });
      if (item.role == Role::table_row && !item.parts.empty() && !(is_header && item.in_page && counts.back() == 0)) {
        item.row = ++counts.back();
      }
    }
  }

  /// What is in a cell, compacted as it would be elsewhere.
  Items inside_of(std::size_t cell, std::size_t end) const {
    const Items inside(items_.begin() + static_cast<std::ptrdiff_t>(cell) + 1,
                       items_.begin() + static_cast<std::ptrdiff_t>(end));
    return Compact(inside).run();
  }

  std::size_t take_row(std::size_t i, std::size_t end) {
    auto row = items_[i];
    for (auto cell = i + 1; cell < end;) {
      const auto cell_end = end_of(items_, cell);
      if (is_cell(items_[cell].role)) {
        add_cell(items_[cell], inside_of(cell, cell_end), row.parts);
      } else {
        row.parts.insert(row.parts.end(), items_.begin() + static_cast<std::ptrdiff_t>(cell),
                         items_.begin() + static_cast<std::ptrdiff_t>(cell_end));
      }
      cell = cell_end;
    }
    if (!row.parts.empty()) row.name.clear();  // it repeats them
    made_.push_back(std::move(row));
    return end;
  }

  /// A cell with an icon and a text has a cell for each in GTK 3. Those that say something are cells of the row.
  bool add_cells_in(std::size_t cell, std::size_t end, Items& parts) const {
    if (cell + 1 == end || items_[cell + 1].role != Role::table_cell) return false;
    for (std::size_t at = cell + 1; at < end; at = end_of(items_, at)) {
      if (says_something(items_[at])) add_cell(items_[at], inside_of(at, end_of(items_, at)), parts);
    }
    return true;
  }

  /// GTK and Qt have no rows: cells at the same height are one.
  std::size_t take_cells(std::size_t i) {
    const auto& first = items_[i];
    ShownItem row = first;
    auto at = i;
    for (; at < items_.size() && row.parts.size() <= most_parts; at = end_of(items_, at)) {
      const auto& cell = items_[at];
      const bool beside = cell.role == Role::table_cell && cell.depth == first.depth &&
                          cell.extents.y == first.extents.y && cell.extents.height == first.extents.height;
      if (!beside) break;
      const auto end = end_of(items_, at);
      if (!add_cells_in(at, end, row.parts)) add_cell(cell, inside_of(at, end), row.parts);
      row.more = std::max(row.more, cell.more);
      if (row.more_within.empty()) row.more_within = cell.more_within;
    }
    row.role = Role::table_row;
    row.name.clear();
    row.value.clear();
    row.has_value = false;
    // The row has the ref: cells that are not edited or switched need none.
    for (auto& part : row.parts) {
      if (part.role == Role::table_cell && !can_be_set(part)) part.ref.clear();
    }
    if (!row.parts.empty() && row.parts.front().ref == row.ref) {
      row.ref.clear();  // its first cell is edited, and has it
      row.states = {};
    }
    made_.push_back(std::move(row));
    return at;
  }

  /// Firefox: a label around its control, whose text contains the control's name, and the choice of a combo box.
  bool labels_inner(std::size_t i, std::size_t end) {
    const auto& label = items_[i];
    if (!label.ref.empty() || i + 1 == end || items_[i + 1].ref.empty()) return false;
    const auto inner = label_words(items_[i + 1].name);
    if (inner.empty() || !label_words(label.name).starts_with(inner)) return false;
    if (items_[i + 1].role == Role::combo_box) choice_ = label_words(label_words(label.name).substr(inner.size()));
    return true;
  }

  std::size_t take_combo_box(std::size_t i, std::size_t end) {
    auto box = items_[i];
    const bool closed_menu = end == i + 2 && items_[i + 1].role == Role::menu && items_[i + 1].name.empty();
    if (!choice_.empty() && !box.has_value) {
      box.value = choice_;
      box.has_value = true;
    }
    choice_ = {};
    if (closed_menu) {
      made_.push_back(std::move(box));
      return end;
    }
    const bool one_choice = end == i + 2 && items_[i + 1].states.has(State::selected);
    if (one_choice && !box.has_value) {
      box.value = items_[i + 1].name;
      box.has_value = true;
    }
    made_.push_back(std::move(box));
    return one_choice ? end : i + 1;
  }

  std::size_t take_parts(std::size_t i, std::size_t end) {
    if (end - i - 1 > most_parts) {
      made_.push_back(items_[i]);
      return i + 1;
    }
    auto whole = items_[i];
    for (std::size_t part = i + 1; part < end; ++part) {
      const bool repeats = whole.is_date && items_[part].role != Role::push_button;
      if (!repeats) whole.parts.push_back(items_[part]);
    }
    // Firefox: the characters between the parts.
    if (!whole.is_date && !whole.parts.empty()) whole.has_value = false;
    made_.push_back(std::move(whole));
    return end;
  }

  const Items& items_;
  std::string_view choice_;  ///< of the combo box that follows its label
  Items made_;
};

bool has_popped_up(Role role) {
  switch (role) {
    case Role::dialog:
    case Role::alert:
    case Role::menu:
    case Role::popup_menu:
    case Role::list_box:
    case Role::list:
    case Role::tree:
    case Role::info_bar:
    case Role::notification:
    case Role::window:
    case Role::file_chooser:
      return true;
    default:
      return false;
  }
}

/// Firefox: what it asks at a button of its own, for instance about a new bookmark. The panels of its and of Chromium's
/// layout have no name.
bool is_popped_up(const ShownItem& item) {
  return has_popped_up(item.role) || (item.role == Role::panel && item.depth == 1 && !item.name.empty());
}

Items without_browser(const Items& items, std::size_t& folded) {
  const auto tabs = std::count_if(items.begin(), items.end(),
                                  [](const ShownItem& item) { return !item.in_page && item.role == Role::page_tab; });
  Items kept;
  for (std::size_t i = 0; i < items.size();) {
    const auto& item = items[i];
    if (item.in_page || (item.depth == 0 && item.role == Role::frame)) {
      kept.push_back(item);
      ++i;
    } else if (is_popped_up(item)) {
      const auto end = end_of(items, i);
      const bool empty = end == i + 1 && item.name.empty() && item.ref.empty();
      if (!empty)
        kept.insert(kept.end(), items.begin() + static_cast<std::ptrdiff_t>(i),
                    items.begin() + static_cast<std::ptrdiff_t>(end));
      i = end;
    } else {
      if (item.role == Role::page_tab && tabs > 1) {
        kept.push_back(item);
      } else {
        folded += item.ref.empty() ? 0 : 1;
      }
      ++i;
    }
  }
  return kept;
}

}  // namespace

TreeView compact(TreeView view, bool fold_browser) {
  if (fold_browser) view.items = without_browser(view.items, view.folded);
  view.items = Compact(view.items).run();
  return view;
}

}  // namespace interlock::daemon
