#include "a11y/shown_nodes.h"

#include <algorithm>
#include <map>
#include <utility>

#include "a11y/facts.h"
#include "a11y/nodes.h"
#include "a11y/popup.h"
#include "a11y/popup_places.h"
#include "a11y/sheet_cells.h"
#include "a11y/shown_parents.h"
#include "a11y/vcl.h"

namespace interlock::a11y {
namespace {

constexpr std::size_t max_shown_depth = 64;

/// Shows only a part of its content. Browsers themselves report what is scrolled away.
bool scrolls(Role role) {
  return role == Role::scroll_pane || role == Role::viewport || role == Role::list || role == Role::list_box ||
         role == Role::tree || role == Role::table || role == Role::tree_table;
}

/// Contains what scrolls with a page, or by itself. The items of closed lists are not scrolled.
bool may_scroll(Role role) {
  switch (role) {
    case Role::document_web:
    case Role::section:
    case Role::landmark:
    case Role::article:
    case Role::form:
    case Role::list:
    case Role::list_box:
    case Role::table:
    case Role::tree:
    case Role::tree_table:
    case Role::log:
    case Role::panel:
      return true;
    default:
      return false;
  }
}

/// What an application answered about one node, beyond what the walk knows.
struct Answer {
  ShownNode node;
  Ref parent;
  std::int32_t children = -1;  ///< not reported
  bool drawn = false;          ///< by LibreOffice itself
};

class Walk {
 public:
  Walk(Look look, TopLevel top, std::vector<Rect> areas, TreeLimits limits)
      : look_(std::move(look)), top_(std::move(top)), areas_(std::move(areas)), limits_(limits) {}

  Awaitable<Seen<ShownNodes>> run() {
    auto first = co_await read(just(top_.ref), top_.space);
    if (!first.front()) {
      if (cut_ == Cut::disconnected) co_return tl::unexpected(Unknown::disconnected);
      co_return tl::unexpected(cut_ == Cut::deadline ? Unknown::deadline : Unknown::malformed);
    }
    keep(std::move(*first.front()), std::nullopt);
    if (top_.toolkit.shows_web_pages) {
      co_await by_matches(0);
    } else {
      auto from = just(Frontier{.node = 0, .space = top_.space});
      co_await by_levels(std::move(from));
    }
    co_await add_popups();
    co_return ShownNodes{in_order(), cut_};
  }

 private:
  /// A node whose children are read next.
  struct Frontier {
    std::size_t node = 0;
    Space space;
    std::optional<Rect> clip;    ///< the part of the screen in which it can show something; nothing: the areas
    std::int32_t children = -1;  ///< as it reports; -1: must be requested
  };

  void missed(Unknown why) {
    if (why == Unknown::deadline) cut_ = Cut::deadline;
    if (why == Unknown::disconnected) cut_ = Cut::disconnected;
  }

  /// Nothing if the answer was incomplete.
  Awaitable<std::vector<std::optional<Answer>>> read(std::vector<Ref> refs, Space space) {
    const bool at_once = top_.toolkit.answers_all_properties;
    const std::size_t each = at_once && !space.mixed() ? 4 : 5;
    std::vector<Request> requests;
    requests.reserve(each * refs.size());
    for (const auto& ref : refs) {
      requests.push_back(ask::role(ref));
      requests.push_back(ask::states(ref));
      requests.push_back(ask::extents(ref, space.coordinates));
      requests.push_back(at_once ? ask::facts(ref) : ask::name(ref));
      if (!at_once) requests.push_back(ask::description(ref));
      if (space.mixed()) requests.push_back(ask::attributes(ref));
    }
    const auto replies = co_await look_.ask(std::move(requests));
    std::vector<std::optional<Answer>> answers(refs.size());
    for (std::size_t i = 0; i < refs.size(); ++i) {
      const auto* reply = &replies[each * i];
      const auto role = answer::role(reply[0]);
      const auto states = answer::states(reply[1]);
      const auto extents = answer::rect(reply[2]);
      if (!role || !states) {
        missed(!role ? role.error() : states.error());
        continue;
      }
      Answer read{.node = {.ref = refs[i], .role = *role, .states = *states}, .parent = {}};
      const bool in_part = space.mixed() && is_in_part(space, answer::attributes(reply[4]));
      read.drawn = in_part && space.has_drawn();
      if (extents) read.node.extents = space.on_screen(*extents, in_part);
      if (at_once) {
        auto facts = facts_from(top_.toolkit, reply[3]);
        if (!facts || !facts->name) {
          missed(facts ? facts->name.error() : facts.error());
          continue;
        }
        read.node.name = std::move(*facts->name);
        if (facts->description) read.node.description = std::move(*facts->description);
        if (facts->parent) read.parent = std::move(*facts->parent);
        read.children = facts->children;
      } else {
        auto name = name_from(top_.toolkit, reply[3]);
        auto description = answer::string_property(reply[4]);
        if (!name) {
          missed(name.error());
          continue;
        }
        read.node.name = std::move(*name);
        if (description) read.node.description = std::move(*description);
      }
      answers[i] = std::move(read);
    }
    if (top_.has_own_corners()) co_await place_in_popups(answers);
    co_return answers;
  }

  Awaitable<void> place_in_popups(std::vector<std::optional<Answer>>& answers) {
    std::vector<Ref> refs;
    for (const auto& answer : answers) {
      if (answer) refs.push_back(answer->node.ref);
    }
    const auto places = co_await places_with_popups(look_, top_, std::move(refs));
    if (!places) missed(places.error());
    std::size_t next = 0;
    for (auto& answer : answers) {
      if (answer) answer->node.extents = places ? (*places)[next++].extents : Rect{};
    }
  }

  /// The same for nodes that are known to be shown. The place of a static text is that of the element it belongs to,
  /// and it is not actionable: for half of a page's nodes only their words are read.
  Awaitable<std::vector<std::optional<Answer>>> read_matches(std::vector<Ref> refs) {
    std::vector<Request> requests;
    requests.reserve(2 * refs.size());
    for (const auto& ref : refs) {
      requests.push_back(ask::role(ref));
      requests.push_back(ask::facts(ref));
    }
    const auto replies = co_await look_.ask(std::move(requests));
    std::vector<std::optional<Answer>> answers(refs.size());
    std::vector<std::size_t> placed;
    requests.clear();
    for (std::size_t i = 0; i < refs.size(); ++i) {
      const auto role = answer::role(replies[2 * i]);
      auto facts = answer::facts(replies[2 * i + 1]);
      if (!role || !facts || !facts->name) {
        missed(!role ? role.error() : !facts ? facts.error() : facts->name.error());
        continue;
      }
      constexpr States shown{State::showing, State::visible};
      Answer read{.node = {.ref = refs[i], .role = *role, .states = shown, .name = std::move(*facts->name)},
                  .parent = {}};
      if (facts->description) read.node.description = std::move(*facts->description);
      if (facts->parent) read.parent = std::move(*facts->parent);
      read.children = facts->children;
      answers[i] = std::move(read);
      if (*role == Role::static_) continue;
      placed.push_back(i);
      requests.push_back(ask::states(refs[i]));
      requests.push_back(ask::extents(refs[i], coordinates_of(top_.toolkit)));
      if (top_.space.mixed()) requests.push_back(ask::attributes(refs[i]));
    }
    const auto places = co_await look_.ask(std::move(requests));
    const std::size_t each = top_.space.mixed() ? 3 : 2;
    for (std::size_t n = 0; n < placed.size(); ++n) {
      auto& answer = answers[placed[n]];
      const auto states = answer::states(places[each * n]);
      const auto extents = answer::rect(places[each * n + 1]);
      if (!states) {
        missed(states.error());
        answer.reset();
        continue;
      }
      answer->node.states = *states;
      const bool in_part = top_.space.mixed() && is_in_part(top_.space, answer::attributes(places[each * n + 2]));
      if (extents) answer->node.extents = top_.space.on_screen(*extents, in_part);
    }
    co_return answers;
  }

  std::size_t keep(Answer answer, std::optional<std::size_t> parent) {
    auto node = std::move(answer.node);
    node.parent = parent;
    node.depth = parent ? nodes_[*parent].depth + 1 : nodes_.empty() ? 0 : 1;
    children_.emplace_back();
    if (parent) children_[*parent].push_back(nodes_.size());
    nodes_.push_back(std::move(node));
    return nodes_.size() - 1;
  }

  bool full() {
    if (nodes_.size() < limits_.nodes) return false;
    cut_ = Cut::nodes;
    return true;
  }

  bool in_areas(const Rect& extents) const {
    return std::any_of(areas_.begin(), areas_.end(), [&](const Rect& area) { return !common(area, extents).empty(); });
  }

  bool in_popup(const Rect& extents) const {
    return std::any_of(areas_.begin() + 1, areas_.end(),
                       [&](const Rect& area) { return !extents.empty() && common(area, extents) == extents; });
  }

  /// In the application's own process: a page of thousands of nodes takes one request.
  Awaitable<void> by_matches(std::size_t root) {
    constexpr States showing{State::showing};
    const auto most = static_cast<std::int32_t>(std::min<std::size_t>(limits_.nodes + 1, decode_limit));
    const auto from = nodes_[root].ref;
    auto matches = answer::refs(co_await look_.ask(ask::matches(from, showing, Role::invalid, most)));
    if (!matches) {
      missed(matches.error());
      co_return;
    }
    if (matches->size() > limits_.nodes) {
      cut_ = Cut::nodes;
      matches->resize(limits_.nodes);
    }
    std::erase_if(*matches, [&](const Ref& ref) { return ref.is_null() || ref.bus != from.bus || ref == from; });
    auto answers = co_await read_matches(std::move(*matches));
    // In Chromium the chosen option is in a closed menu, and belongs to the combo box around it.
    std::vector<std::pair<Ref, Ref>> elements;
    for (const auto& answer : answers) {
      if (answer) elements.emplace_back(answer->node.ref, answer->parent);
    }
    const auto parents = co_await shown_parents(look_, std::move(elements), from);
    std::map<Ref, std::size_t> places{{from, root}};
    std::map<Ref, Scrolled> scrolled;
    for (auto& answer : answers) {
      if (!answer || full()) continue;
      const auto ref = answer->node.ref;
      const auto& [role, extents] = std::pair(answer->node.role, answer->node.extents);
      const auto belongs = parents.find(ref);
      if (belongs == parents.end()) continue;  // perhaps it belongs to a hidden node
      const auto above = places.find(belongs->second);
      const auto parent = above == places.end() ? root : above->second;
      // A node without a place may contain nodes with one. Firefox has all lists of its pages in one such combo box.
      const bool holds = is_container(role) || role == Role::static_ || role == Role::combo_box;
      const bool keeps = extents.empty() ? holds : in_areas(extents);
      const auto reported = answer->children;
      const auto own_parent = answer->parent;
      places.emplace(ref, keeps ? keep(std::move(*answer), parent) : parent);
      if (keeps && may_scroll(role) && reported > 0) scrolled.emplace(ref, Scrolled{reported, {}});
      const auto around = scrolled.find(own_parent);
      if (around != scrolled.end()) around->second.shown.push_back(ref);
    }
    co_await count_scrolled(places, std::move(scrolled));
  }

  /// A container of a page, as it reports its children, and those of them that are shown.
  struct Scrolled {
    std::int32_t children = 0;
    std::vector<Ref> shown;
  };

  /// How many children of a container are above and below those that are shown.
  Awaitable<void> count_scrolled(const std::map<Ref, std::size_t>& places, std::map<Ref, Scrolled> scrolled) {
    std::erase_if(scrolled, [](const auto& each) {
      const auto& [children, shown] = each.second;
      return shown.empty() || static_cast<std::size_t>(children) <= shown.size() || children > most_scrolled;
    });
    std::vector<Request> requests;
    for (const auto& [ref, found] : scrolled) requests.push_back(ask::children(ref));
    const auto lists = co_await look_.ask(std::move(requests));
    auto list = lists.begin();
    for (const auto& [ref, found] : scrolled) {
      const auto children = answer::refs(*list++);
      if (!children) continue;  // it is only not counted
      const auto first = std::find(children->begin(), children->end(), found.shown.front());
      const auto last = std::find(children->begin(), children->end(), found.shown.back());
      if (first == children->end() || last == children->end()) continue;
      auto& node = nodes_[places.at(ref)];
      node.above = static_cast<std::size_t>(first - children->begin());
      node.below = static_cast<std::size_t>(children->end() - last) - 1;
    }
  }

  /// Of the nodes that did not report it when they were read.
  Awaitable<void> count_children(std::vector<Frontier>& level) {
    std::vector<Frontier*> asked;
    std::vector<Request> requests;
    for (auto& from : level) {
      if (from.children >= 0) continue;
      asked.push_back(&from);
      requests.push_back(ask::child_count(nodes_[from.node].ref));
    }
    const auto counts = co_await look_.ask(std::move(requests));
    for (std::size_t i = 0; i < asked.size(); ++i) {
      const auto count = answer::count_property(counts[i]);
      if (!count) missed(count.error());
      asked[i]->children = count ? *count : 0;
    }
  }

  Awaitable<void> by_levels(std::vector<Frontier> level) {
    for (std::size_t depth = 0; depth < max_shown_depth && !level.empty(); ++depth) {
      co_await count_children(level);
      std::vector<Frontier> parents;
      std::vector<Frontier> sheets;
      std::vector<Request> requests;
      for (const auto& from : level) {
        if (from.children == 0) continue;
        auto& node = nodes_[from.node];
        if (static_cast<std::size_t>(from.children) > limits_.children) {
          node.unread_children = true;  // a sheet of LibreOffice has a thousand million; others cannot count
          if (top_.toolkit.tables_list_all_cells && node.role == Role::table) sheets.push_back(from);
          continue;
        }
        parents.push_back(from);
        requests.push_back(ask::children(node.ref));
      }
      const auto lists = co_await look_.ask(std::move(requests));
      std::vector<Ref> refs;
      std::vector<std::size_t> owner;  // of each ref, the index in `parents`
      for (std::size_t i = 0; i < parents.size(); ++i) {
        const auto children = answer::refs(lists[i]);
        if (!children) missed(children.error());
        if (!children) continue;
        for (const auto& child : *children) {
          if (child.is_null() || child.bus != top_.ref.bus || is_kept(child)) continue;
          if (++looked_at_ > limits_.looked_at) {
            cut_ = Cut::nodes;
            break;
          }
          refs.push_back(child);
          owner.push_back(i);
        }
      }
      for (const auto& sheet : sheets) {
        const auto cells = co_await filled_cells(look_, nodes_[sheet.node].ref, sheet.space.coordinates);
        if (!cells) missed(cells.error());
        if (!cells) continue;
        refs.insert(refs.end(), cells->begin(), cells->end());
        owner.resize(refs.size(), parents.size());
        parents.push_back(sheet);
      }
      level.clear();
      // All nodes of a level share a space, except those in GTK 4's popovers.
      for (std::size_t begin = 0; begin < refs.size();) {
        const auto space = parents[owner[begin]].space;
        std::size_t end = begin;
        while (end < refs.size() && parents[owner[end]].space == space) ++end;
        auto part = std::vector<Ref>(refs.begin() + static_cast<std::ptrdiff_t>(begin),
                                     refs.begin() + static_cast<std::ptrdiff_t>(end));
        auto answers = co_await read(std::move(part), space);
        for (std::size_t i = 0; i < answers.size(); ++i) {
          if (answers[i] && !full()) take(std::move(*answers[i]), parents[owner[begin + i]], level);
        }
        begin = end;
      }
      if (cut_ == Cut::deadline || cut_ == Cut::disconnected) co_return;
    }
  }

  /// Keeps a child that is shown, and queues it so that its own children are read.
  void take(Answer answer, const Frontier& from, std::vector<Frontier>& next) {
    const auto& node = answer.node;
    Frontier here{0, from.space, from.clip, answer.children};
    auto extents = node.extents;
    if (top_.toolkit.popovers_report_parents_corner) {
      const auto popup = std::find_if(areas_.begin() + 1, areas_.end(),
                                      [&](const Rect& area) { return same_place(top_.toolkit, area, extents); });
      if (popup != areas_.end() && node.role != Role::frame) {
        here.space = from.space.moved(extents, *popup);
        here.clip = extents = *popup;
      }
    }
    // An open menu is a window of its own, even if the menu bar is in something that scrolls, as LibreOffice's is.
    if (nodes_[from.node].role == Role::menu && in_popup(extents)) here.clip.reset();
    if (!is_shown(top_.toolkit, Node{node.ref, node.role, node.states, extents})) return;
    const bool placed = !extents.empty();
    // LibreOffice's own menu bar is invisible if GTK shows one: it has no height, but its menus have.
    if (!placed && answer.drawn) return;
    if (!placed && !is_container(node.role) && node.role != Role::page_tab) return;
    if (placed && !in_areas(extents)) return;
    if (placed && here.clip && common(*here.clip, extents).empty()) return;
    if (placed && scrolls(node.role)) here.clip = here.clip ? common(*here.clip, extents) : extents;
    answer.node.extents = extents;
    here.node = keep(std::move(answer), from.node);
    next.push_back(here);
  }

  /// Menus and lists that are windows of their own, and top-level objects in the accessibility tree too.
  Awaitable<void> add_popups() {
    if (areas_.size() < 2 || cut_ != Cut::whole) co_return;
    const auto tops = answer::refs(co_await look_.ask(ask::children(Ref{top_.ref.bus, root_path})));
    if (!tops) {
      missed(tops.error());
      co_return;
    }
    auto refs = *tops;
    std::erase_if(refs, [&](const Ref& ref) { return ref.is_null() || ref == top_.ref || ref.bus != top_.ref.bus; });
    if (refs.size() > limits_.children) refs.resize(limits_.children);
    const Space space = top_.scale ? top_.space : top_.space.sizes();
    auto answers = co_await read(std::move(refs), space);
    for (auto& answer : answers) {
      if (!answer) continue;
      const auto extents = answer->node.extents;
      const bool open =
          std::any_of(areas_.begin() + 1, areas_.end(), [&](const Rect& area) { return is_open(area, extents); });
      if (!open || full()) continue;
      const auto root = keep(std::move(*answer), std::nullopt);
      auto from = just(Frontier{.node = root, .space = space});
      co_await by_levels(std::move(from));
    }
  }

  bool is_open(const Rect& popup, const Rect& extents) const {
    // With its shadow.
    if (top_.has_own_corners()) return common(popup, extents) == popup;
    return is_popup_at(top_, popup, extents);
  }

  /// A menu may be in the window's tree and top-level as well.
  bool is_kept(const Ref& ref) const {
    return top_.has_own_corners() &&
           std::any_of(nodes_.begin(), nodes_.end(), [&](const ShownNode& node) { return node.ref == ref; });
  }

  std::vector<ShownNode> in_order() {
    std::vector<ShownNode> ordered;
    ordered.reserve(nodes_.size());
    std::vector<std::size_t> place(nodes_.size());
    std::vector<std::size_t> open;
    for (std::size_t i = nodes_.size(); i-- > 0;) {
      if (!nodes_[i].parent) open.push_back(i);
    }
    while (!open.empty()) {
      const auto at = open.back();
      open.pop_back();
      // Kept because shown nodes may be in it.
      if (nodes_[at].role == Role::combo_box && nodes_[at].extents.empty() && children_[at].empty()) continue;
      place[at] = ordered.size();
      auto& node = nodes_[at];
      if (node.parent) node.parent = place[*node.parent];
      ordered.push_back(std::move(node));
      for (auto child = children_[at].rbegin(); child != children_[at].rend(); ++child) open.push_back(*child);
    }
    return ordered;
  }

  static constexpr std::size_t decode_limit = 4096;
  static constexpr std::int32_t most_scrolled = 1000;  ///< children of a container that are counted

  Look look_;
  TopLevel top_;
  std::vector<Rect> areas_;
  TreeLimits limits_;
  std::vector<ShownNode> nodes_;  ///< in the order they were found
  std::vector<std::vector<std::size_t>> children_;
  std::size_t looked_at_ = 0;
  Cut cut_ = Cut::whole;
};

}  // namespace

Awaitable<Seen<ShownNodes>> shown_nodes(Look look, TopLevel top, std::vector<Rect> areas, TreeLimits limits) {
  Walk walk(std::move(look), std::move(top), std::move(areas), limits);
  auto found = co_await walk.run();
  co_return found;
}

}  // namespace interlock::a11y
