#include "a11y/focus.h"

#include <algorithm>

namespace interlock::a11y {
namespace {

constexpr int max_focus_depth = 32;
constexpr std::size_t max_focus_nodes = 1500;
constexpr std::int32_t max_focus_children = 1000;  ///< of one node
constexpr std::int32_t max_focus_matches = 16;
constexpr std::int32_t max_documents = 64;  ///< of one window

/// A frame or document may claim the focus in addition to the element in it that has it.
bool is_outer(Role role) {
  return role == Role::frame || role == Role::window || role == Role::dialog || role == Role::document_web ||
         role == Role::application || role == Role::internal_frame;
}

/// May claim the focus in addition to what has it.
bool is_weak(const Toolkit& toolkit, Role role) {
  return is_outer(role) || (toolkit.tabs_claim_focus && role == Role::page_tab);
}

bool is_item(Role role) {
  return role == Role::list_item || role == Role::tree_item || role == Role::table_cell;
}

bool has_items(Role role) {
  return role == Role::list || role == Role::tree || role == Role::table || role == Role::tree_table;
}

bool claims(const Node& node) {
  return node.states.has(State::focused) && !node.extents.empty();
}

States with(State state) {
  States states;
  states.add(state);
  return states;
}

/// If there are several claims: the last one in tree order that is not only a frame around others.
std::optional<Ref> choose(const std::vector<Node>& nodes) {
  std::optional<Ref> outer;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    if (!claims(*node)) continue;
    if (!is_outer(node->role)) return node->ref;
    if (!outer) outer = node->ref;
  }
  return outer;
}

Awaitable<bool> is_below(Look look, const Toolkit& toolkit, Ref node, Ref ancestor, Parents& parents) {
  auto from = node;
  for (int frames = 0; frames < 8; ++frames) {  // an ancestry ends at each document on the way
    const auto steps = co_await ancestry(look, toolkit, from, parents);
    if (!steps) co_return false;
    const auto is_it = [&](const PathNode& step) { return step.ref == ancestor; };
    if (std::any_of(steps->begin(), steps->end(), is_it)) co_return true;
    if (steps->back().role != Role::document_web) co_return false;
    const auto parent = answer::ref_property(co_await look.ask(ask::parent(steps->back().ref)));
    if (!parent || parent->is_null()) co_return false;
    from = *parent;
  }
  co_return false;
}

/// Whether the window shows a document that is not a part of this one: developer tools, a side panel. True if there are
/// too many to tell.
Awaitable<Seen<bool>> has_other_document(Look look, TopLevel top, Ref document, Parents& parents) {
  const auto found =
      answer::refs(co_await look.ask(ask::matches(top.ref, with(State::showing), Role::document_web, max_documents)));
  if (!found) co_return tl::unexpected(found.error());
  if (found->size() >= max_documents) co_return true;
  const auto documents = co_await read_nodes(look, top.space, *found);
  if (!documents) co_return tl::unexpected(documents.error());
  for (const Node& other : *documents) {
    if (other.extents.empty() || other.ref == document) continue;
    const bool inside = co_await is_below(look, top.toolkit, other.ref, document, parents);
    if (!inside) co_return true;
  }
  co_return false;
}

/// Of the nodes that claim the focus, the one that has it; nothing if none does. Where several documents are shown, the
/// claim of a document proves nothing: measured on Chromium 156, the page claims the focus while the bar of its
/// developer tools' drawer has it, which is not in the tree. Keys for the page would then reach the tools.
Awaitable<Seen<std::optional<Ref>>> chosen_of(Look look, TopLevel top, std::vector<Ref> claiming, Parents& parents) {
  const auto claimants = co_await read_nodes(look, top.space, claiming);
  if (!claimants) co_return tl::unexpected(claimants.error());
  const auto chosen = choose(*claimants);
  if (!chosen || !top.toolkit.shows_web_pages) co_return chosen;
  const auto it =
      std::find_if(claimants->begin(), claimants->end(), [&](const Node& node) { return node.ref == *chosen; });
  if (it->role != Role::document_web) co_return chosen;
  const auto others = co_await has_other_document(look, top, *chosen, parents);
  if (!others) co_return tl::unexpected(others.error());
  if (*others) co_return tl::unexpected(Unknown::no_focus);
  co_return chosen;
}

/// Those whose children can be requested. In LibreOffice a sheet claims the focus itself, not its cells.
Awaitable<std::vector<Ref>> without_many_children(Look look, std::vector<Ref> refs) {
  std::vector<Request> requests;
  for (const auto& ref : refs) requests.push_back(ask::child_count(ref));
  const auto replies = co_await look.ask(std::move(requests));
  std::vector<Ref> few;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const auto count = answer::count_property(replies[i]);
    if (count && *count >= 0 && *count <= max_focus_children) few.push_back(std::move(refs[i]));
  }
  co_return few;
}

/// The claims that were met, weakest last.
struct Claims {
  std::optional<Ref> whole;  ///< of what takes the focus itself
  std::optional<Ref> item;   ///< of a view's current item, which may be another view's
  std::optional<Ref> view;   ///< of what has items
  std::optional<Ref> outer;

  void add(const Toolkit& toolkit, const Node& node, const std::optional<Ref>& hint) {
    if (is_weak(toolkit, node.role)) {
      outer = node.ref;
    } else if (toolkit.items_claim_focus && is_item(node.role)) {
      if (!item || node.ref == hint) item = node.ref;
    } else if (toolkit.items_claim_focus && (has_items(node.role) || node.role == Role::combo_box)) {
      view = node.ref;  // or the entry in it
    } else {
      whole = node.ref;
    }
  }
  std::optional<Ref> strongest(const std::optional<Ref>& hint) const {
    if (whole) return whole;
    if (item && (!view || item == hint)) return item;
    return view ? view : outer;
  }
};

/// `current`: the hint, if that is the current item of a view; then no other item is looked for.
Awaitable<Seen<std::optional<Ref>>> walk(Look look, TopLevel top, std::optional<Ref> current) {
  auto parents = just(top.ref);
  Claims met{.whole = {}, .item = current, .view = {}, .outer = {}};
  std::size_t seen = 0;
  for (int depth = 0; depth < max_focus_depth && !parents.empty() && seen < max_focus_nodes; ++depth) {
    // Not cut at one batch: in LibreOffice Writer 497 nodes lie at the depth of the document, after those of lists.
    auto nodes = co_await read_children(look, top.space, std::move(parents), max_focus_nodes - seen);
    if (!nodes) co_return tl::unexpected(nodes.error());
    seen += nodes->size();
    parents.clear();
    for (const auto& node : *nodes) {
      if (claims(node)) met.add(top.toolkit, node, current);
      if (met.whole) co_return met.whole;
      if (is_shown(top.toolkit, node) && !(current && has_items(node.role))) parents.push_back(node.ref);
    }
    if (top.toolkit.tables_list_all_cells) parents = co_await without_many_children(look, std::move(parents));
  }
  co_return met.strongest(current);
}

}  // namespace

Awaitable<Seen<Ref>> focused_node(Look look, TopLevel top, std::optional<Ref> hint, Parents& parents) {
  auto refs = just(top.ref);
  if (hint) refs.push_back(*hint);
  const auto nodes = co_await read_nodes(look, top.space, refs);
  if (!nodes) co_return tl::unexpected(nodes.error());
  if (nodes->empty() || nodes->front().ref != top.ref) co_return tl::unexpected(Unknown::unstable);
  if (!nodes->front().states.has(State::active)) co_return tl::unexpected(Unknown::no_focus);
  std::optional<Ref> current;
  if (nodes->size() == 2 && claims(nodes->back()) && !is_weak(top.toolkit, nodes->back().role)) {
    const bool below = co_await is_below(look, top.toolkit, *hint, top.ref, parents);
    const Role role = nodes->back().role;
    const bool doubtful = top.toolkit.items_claim_focus && (is_item(role) || role == Role::combo_box);
    if (below && doubtful) {
      if (is_item(role)) current = hint;
    } else if (below) {
      co_return *hint;
    }
  }

  if (top.toolkit.has_collection) {
    const auto found =
        answer::refs(co_await look.ask(ask::matches(top.ref, with(State::focused), Role::invalid, max_focus_matches)));
    if (!found && is_fatal(found.error())) {
      co_return tl::unexpected(found.error());
    }
    if (found && !found->empty()) {
      const auto chosen = co_await chosen_of(look, top, *found, parents);
      if (!chosen) co_return tl::unexpected(chosen.error());
      if (*chosen) co_return **chosen;
    }
    if (found && top.toolkit.shows_web_pages) {
      const auto mute = co_await is_mute(look, top.ref);
      if (mute && *mute) co_return tl::unexpected(Unknown::accessibility_off);
      co_return tl::unexpected(Unknown::no_focus);  // their trees are too large to walk
    }
  }
  const auto found = co_await walk(look, top, current);
  if (!found) co_return tl::unexpected(found.error());
  if (!*found) co_return tl::unexpected(Unknown::no_focus);
  co_return **found;
}

}  // namespace interlock::a11y
