#include "daemon/showing/tree_view.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "daemon/path/date_parts.h"
#include "gate/readings/hidden_tips.h"
#include "gate/screen/developer_tools.h"
#include "gate/screen/secret_field.h"
#include "values/text.h"

namespace interlock::daemon {
namespace {

constexpr std::size_t nothing = static_cast<std::size_t>(-1);
constexpr std::size_t longest_run = 16 * 1024;  ///< bytes of a line's texts that are read without a look at the clock
constexpr std::size_t overlap = 1024;           ///< bytes of them that are read again with the next

bool is_field(const Element& element) {
  return takes_text(element.role) || element.states.has(State::editable);
}

/// Says something by being there, also without a name.
bool has_meaning(Role role) {
  switch (role) {
    case Role::dialog:
    case Role::alert:
    case Role::frame:
    case Role::window:
    case Role::document_web:
    case Role::list:
    case Role::list_box:
    case Role::table:
    case Role::table_row:
    case Role::tree:
    case Role::tree_table:
    case Role::menu:
    case Role::menu_bar:
    case Role::popup_menu:
    case Role::page_tab_list:
    case Role::image:
    case Role::progress_bar:
    case Role::level_bar:
    case Role::form:
      return true;
    default:
      return false;
  }
}

bool is_row(Role role) {
  return role == Role::list_item || role == Role::table_row || role == Role::table_cell || role == Role::tree_item ||
         role == Role::menu_item || role == Role::icon;
}

bool can_be_done_to(const Element& element) {
  return is_actionable(element.role) || is_field(element) || element.states.has(State::focusable);
}

/// Is there for what is in it: no click is meant for it. A tab without a place is the page that belongs to it.
bool is_layout(const Element& element) {
  switch (element.role) {
    case Role::panel:
    case Role::filler:
    case Role::tool_bar:
    case Role::root_pane:
    case Role::layered_pane:
    case Role::split_pane:
    case Role::scroll_pane:
    case Role::viewport:
    case Role::page_tab_list:
    case Role::grouping:
    case Role::directory_pane:
    case Role::document_spreadsheet:
      return true;
    case Role::page_tab:
      return element.name.empty() && element.extents.empty();
    default:
      return false;
  }
}

bool inside(const Rect& outer, const Rect& r) {
  return !r.empty() && r.x >= outer.x && r.y >= outer.y &&
         std::int64_t{r.x} + r.width <= std::int64_t{outer.x} + outer.width &&
         std::int64_t{r.y} + r.height <= std::int64_t{outer.y} + outer.height;
}

/// A tip says what the element under the pointer is for, which may be hidden. GTK 4's is a filler with the class's
/// name.
bool is_tip(const Element& element) {
  return element.role == Role::tool_tip || element.name == "GtkTooltipWindow";
}

std::string words_of(const Element& element) {
  return std::string(trimmed(normalise(element.name).text));
}

class View {
 public:
  View(const a11y::VisibleTree& tree, const Window& window, const gate::Policy& policy, const ViewOptions& options)
      : tree_(tree),
        window_(window),
        policy_(policy),
        options_(options),
        left_out_(tree.nodes.size(), false),
        secret_(tree.nodes.size(), false),
        silent_(tree.nodes.size(), false),
        above_(tree.nodes.size(), nothing),
        in_page_(tree.nodes.size(), false),
        scrolled_(tree.nodes.size()),
        words_(tree.nodes.size()) {
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
      while (!open.empty() && tree.nodes[open.back()].depth >= tree.nodes[i].depth) open.pop_back();
      if (!open.empty()) above_[i] = open.back();
      open.push_back(i);
      in_page_[i] = tree.nodes[i].element.role == Role::document_web || (above_[i] != nothing && in_page_[above_[i]]);
      scrolled_[i] = {tree.nodes[i].above, tree.nodes[i].below};
    }
  }

  void hide(const gate::Blinders& blinders) {
    if (!blinders.hide_something()) return;
    gate::HiddenTips tips;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (left_out_[i]) continue;
      // The name of an element that was looked at may come from one that was not: leave it out.
      if (over(0)) return;
      if (is_tip(element(i))) {
        leave_out(i);
        continue;
      }
      Observation seen;
      seen.window = window_;
      seen.document = tree_.document;
      seen.element = element(i);
      if (!blinders.is_hidden(seen)) continue;
      tips.add(element(i));
      leave_out(i);
      // What is around it may be called after what is in it.
      const auto& words = words_at(i);
      if (words.empty()) continue;
      for (auto up = above_[i]; up != nothing; up = above_[up]) {
        if (words_at(up).find(words) != std::string::npos) silent_[up] = true;
      }
    }
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (!left_out_[i] && tips.contains(element(i))) leave_out(i);
    }
  }

  /// Consoles print what no page shows: the text of its secret fields, if somebody asked for it.
  void leave_out_tools() {
    if (policy_.config().show_developer_tools) return;
    const bool all = gate::is_tools_window(window_, tree_.document.has_value());
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (left_out_[i] || !(all || gate::is_in_developer_tools(window_, element(i)))) continue;
      if (over(i)) return;
      leave_out(i);
    }
  }

  void mask() {
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (left_out_[i] || !is_field(element(i))) continue;
      if (over(i)) return;
      if (!gate::secret_field(policy_, element(i))) continue;
      secret_[i] = true;
      leave_out(i);  // the text in it is its own
      left_out_[i] = false;
    }
  }

  void drop_covered() {
    for (std::size_t i = 1; i < tree_.nodes.size(); ++i) {
      auto placed = i;
      while (element(placed).extents.empty() && above_[placed] != nothing) placed = above_[placed];
      const auto& extents = element(placed).extents;
      const bool covered = std::any_of(options_.above.begin(), options_.above.end(),
                                       [&](const Rect& above) { return inside(above, extents); });
      if (covered) left_out_[i] = true;
    }
  }

  void keep_within() {
    if (options_.within.empty()) return;
    std::size_t from = nothing;
    for (std::size_t i = 0; i < tree_.nodes.size() && from == nothing; ++i) {
      if (element(i).path == options_.within) from = i;
    }
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      const bool in = from != nothing && (i == from || (i > from && is_below(i, from)));
      if (!in) left_out_[i] = true;
    }
  }

  /// Wrappers, and text that the element around it says already.
  void simplify() {
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (left_out_[i]) continue;
      if (over(i)) return;
      const auto& e = element(i);
      const bool says = (!words_at(i).empty() || (e.value && !e.value->empty())) && !silent_[i];
      if (can_be_done_to(e) && (is_actionable(e.role) || is_field(e))) continue;
      if (e.role == Role::date_editor) continue;  // a cell around it may have its name
      if (!says && !has_meaning(e.role)) left_out_[i] = true;
      if (!says || is_actionable(e.role)) continue;
      for (auto up = above_[i]; up != nothing; up = above_[up]) {
        if (left_out_[up]) continue;
        const bool reported = !silent_[up] && element(up).role != Role::frame &&
                              element(up).role != Role::document_web && !words_at(i).empty() &&
                              words_at(up).find(words_at(i)) != std::string::npos;
        if (reported) left_out_[i] = true;
        break;
      }
    }
  }

  /// What is scrolled in an element that is not listed is reported for the element around it.
  void keep_scrolled() {
    for (std::size_t i = tree_.nodes.size(); i-- > 0;) {
      const auto up = above_[i];
      if (!left_out_[i] || up == nothing || secret_[up]) continue;
      scrolled_[up].first += scrolled_[i].first;
      scrolled_[up].second += scrolled_[i].second;
    }
  }

  TreeView shown(Refs& refs, ShownText& text) {
    TreeView view;
    const auto texts = names(text);
    std::vector<std::pair<std::size_t, std::size_t>> open;  // node, its item
    struct Run {
      Role role = Role::unknown;
      std::size_t count = 0;
      std::size_t last = 0;
    };
    std::vector<Run> runs(tree_.nodes.size());
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
      if (left_out_[i]) continue;
      // They take time and room, too.
      if (i < named_ && (text.full() || over(i))) {
        full_ = text.full();
        named_ = i;
      }
      if (i >= named_) {
        (full_ ? view.cut : view.late) = true;
        break;
      }
      const auto& e = element(i);
      while (!open.empty() && !is_below(i, open.back().first)) open.pop_back();
      const auto parent = open.empty() ? nothing : open.back().first;
      if (view.items.size() >= most_items) {
        view.cut = true;
        break;
      }
      const bool is_sheet = parent != nothing && tree_.nodes[parent].unread_children;
      if (parent != nothing && !is_sheet && options_.within.empty()) {
        auto& run = runs[parent];
        run.count = run.role == e.role ? run.count + 1 : 1;
        run.role = e.role;
        if (is_row(e.role) && run.count > listed_rows && rows_after(i, parent) + run.count > most_rows + 1) {
          auto& last = view.items[run.last];
          last.more = run.count - listed_rows;
          if (last.more_within.empty()) {
            auto& holder = view.items[open.back().second];
            if (holder.ref.empty()) holder.ref = refs.name(window_.id, element(parent));
            last.more_within = holder.ref;
          }
          leave_out(i);
          continue;
        }
        run.last = view.items.size();
      }
      const auto depth = open.size();
      open.emplace_back(i, view.items.size());
      view.items.push_back(item(i, depth, texts[i], refs, text));
      if (tree_.document && i == 0) view.folded_within = refs.name(window_.id, e);
    }
    return view;
  }

 private:
  const Element& element(std::size_t i) const { return tree_.nodes[i].element; }

  /// The place of a text that is all that an element holds is not read (a11y/shown_nodes.cpp): it is that element's.
  Rect place_of(std::size_t i) const {
    const auto up = above_[i];
    if (!element(i).extents.empty() || element(i).role != Role::static_ || up == nothing) return element(i).extents;
    const bool alone = up + 1 == i && end_of(up) == i + 1;
    return alone ? element(up).extents : Rect{};
  }

  ShownItem item(std::size_t i, std::size_t depth, const std::string& name, Refs& refs, ShownText& text) const {
    const auto& e = element(i);
    ShownItem item{.depth = depth, .role = e.role, .states = e.states, .extents = place_of(i), .path = e.path};
    item.name = trimmed(name);  // Mousepad's menu items end with spaces, and so do the pieces of a page's text
    const bool described = !e.description.empty() && e.description != e.name && !silent_[i];
    if (described) item.description = text.of(e.description);
    item.secret = secret_[i];
    if (e.value && !item.secret) {
      item.has_value = true;
      item.value = text.of(*e.value);
    }
    if (const auto date = item.secret ? std::nullopt : date_at(i)) {
      item.has_value = item.is_date = true;
      item.value = text.of(*date);
    }
    item.confidence = tree_.nodes[i].confidence;
    if (item.confidence || (can_be_done_to(e) && !only_holds_others(i))) item.ref = refs.name(window_.id, e);
    item.unread_children = tree_.nodes[i].unread_children;
    item.in_page = in_page_[i];
    std::tie(item.above, item.below) = scrolled_[i];
    const auto sort = e.attribute("sort");
    if (sort != "none") item.sort = text.of(sort);
    return item;
  }

  /// What a date or a time holds, and "" if it is empty; nothing if it is none, or a part of it is not filled in.
  std::optional<std::string> date_at(std::size_t i) const {
    const auto role = element(i).role;
    if (role != Role::date_editor && role != Role::panel && role != Role::grouping) return std::nullopt;
    std::vector<Element> inside;
    for (std::size_t at = i + 1; at < end_of(i); ++at) {
      if (left_out_[at] && is_field(element(at))) return std::nullopt;
      if (secret_[at]) return std::nullopt;
      inside.push_back(element(at));
    }
    if (!is_one_date(inside)) return std::nullopt;
    return is_empty_date(inside) ? "" : date_text(inside);
  }

  /// Layout outside of pages that takes the focus for what is in it, or for the control around it: a click on it is one
  /// on that.
  bool only_holds_others(std::size_t i) const {
    if (in_page_[i] || !is_layout(element(i))) return false;
    for (auto up = above_[i]; up != nothing; up = above_[up]) {
      if (is_actionable(element(up).role) && element(up).role != Role::page_tab) return true;
    }
    for (std::size_t at = i + 1; at < end_of(i); ++at) {
      if (!left_out_[at] && can_be_done_to(element(at))) return true;
    }
    return false;
  }

  std::size_t end_of(std::size_t root) const {
    auto end = root + 1;
    while (end < tree_.nodes.size() && tree_.nodes[end].depth > tree_.nodes[root].depth) ++end;
    return end;
  }

  const std::string& words_at(std::size_t i) {
    if (!words_[i]) words_[i] = words_of(element(i));
    return *words_[i];
  }

  /// There is no time for the node, nor for those after it.
  bool over(std::size_t i) {
    if (!options_.enough || !options_.enough()) return false;
    named_ = std::min(named_, i);
    return true;
  }

  bool is_below(std::size_t i, std::size_t root) const {
    for (auto up = above_[i]; up != nothing; up = above_[up]) {
      if (up == root) return true;
    }
    return false;
  }

  void leave_out(std::size_t root) {
    left_out_[root] = true;
    for (std::size_t i = root + 1; i < tree_.nodes.size() && tree_.nodes[i].depth > tree_.nodes[root].depth; ++i) {
      left_out_[i] = true;
    }
  }

  /// Rows of the same kind from here on, in the same parent.
  std::size_t rows_after(std::size_t from, std::size_t parent) const {
    std::size_t count = 0;
    const auto depth = tree_.nodes[from].depth;
    for (std::size_t i = from; i < tree_.nodes.size() && tree_.nodes[i].depth > tree_.nodes[parent].depth; ++i) {
      if (tree_.nodes[i].depth == depth && !left_out_[i] && element(i).role == element(from).role) ++count;
    }
    return count;
  }

  /// The texts of the elements in an element, the innermost alone, in order.
  std::vector<std::string_view> words_inside(std::size_t root) const {
    std::vector<std::string_view> words;
    for (std::size_t i = root + 1; i < tree_.nodes.size() && tree_.nodes[i].depth > tree_.nodes[root].depth; ++i) {
      const bool leaf = i + 1 == tree_.nodes.size() || tree_.nodes[i + 1].depth <= tree_.nodes[i].depth;
      if (leaf && !element(i).name.empty()) words.emplace_back(element(i).name);
    }
    return words;
  }

  std::size_t block_of(std::size_t i) const {
    auto up = above_[i];
    while (up != nothing && is_inline(element(up).role)) up = above_[up];
    return up;
  }

  /// The names as they are shown, as far as there is time; those of inline elements are judged together with their
  /// neighbours in the line.
  std::vector<std::string> names(ShownText& text) {
    std::vector<std::string> result(tree_.nodes.size());
    std::vector<std::size_t> run;
    std::size_t known = 0;   // of these were read, and stay for what goes on behind them
    std::size_t length = 0;  // of the others' texts
    std::size_t block = nothing;
    const auto read = [&] {
      if (run.size() == known) return;
      std::vector<std::string_view> pieces;
      for (const auto i : run) pieces.emplace_back(element(i).name);
      auto shown = text.of_pieces(pieces, known, [&](std::size_t piece) { return words_inside(run[piece]); });
      for (std::size_t n = known; n < run.size(); ++n) result[run[n]] = std::move(shown[n]);
      std::size_t first = run.size();
      for (std::size_t bytes = 0; first > 0 && bytes < overlap; bytes += element(run[first]).name.size()) --first;
      run.erase(run.begin(), run.begin() + static_cast<std::ptrdiff_t>(first));
      known = run.size();
      length = 0;
    };
    const auto flush = [&] {
      read();
      run.clear();
      known = 0;
    };
    for (std::size_t i = 0; i < tree_.nodes.size() && i < named_; ++i) {
      if (left_out_[i] || silent_[i]) continue;
      // Not in the middle of a line, which is judged as one, unless it is long.
      if (length >= longest_run) read();
      if (length == 0 && over(i)) break;
      // Values and descriptions come later.
      if (text.full(length + ShownText::most / 2)) {
        full_ = true;
        named_ = i;
        break;
      }
      const auto& e = element(i);
      if (is_inline(e.role) && !is_field(e)) {
        if (block_of(i) != block) flush();
        block = block_of(i);
        run.push_back(i);
        length += std::min(e.name.size(), ShownText::longest);
        continue;
      }
      result[i] = text.of(e.name.empty() ? e.labelled_by : e.name, [&](std::size_t) { return words_inside(i); });
    }
    flush();
    return result;
  }

  const a11y::VisibleTree& tree_;
  const Window& window_;
  const gate::Policy& policy_;
  const ViewOptions& options_;
  std::vector<bool> left_out_;
  std::vector<bool> secret_;
  std::vector<bool> silent_;  ///< its name would say what is hidden
  std::vector<std::size_t> above_;
  std::vector<bool> in_page_;
  std::vector<std::pair<std::size_t, std::size_t>> scrolled_;  ///< elements above and below, of what is listed
  std::vector<std::optional<std::string>> words_;              ///< of words_at()
  std::size_t named_ = nothing;  ///< from here on nothing was read, for want of time or of room
  bool full_ = false;            ///< of room
};

}  // namespace

TreeView view_of(const a11y::VisibleTree& tree, const Window& window, const gate::Blinders& blinders,
                 const gate::Policy& policy, const ViewOptions& options, Refs& refs, ShownText& text) {
  View view(tree, window, policy, options);
  view.hide(blinders);
  view.leave_out_tools();
  view.mask();
  view.drop_covered();
  view.keep_within();
  view.simplify();
  view.keep_scrolled();
  return view.shown(refs, text);
}

}  // namespace interlock::daemon
