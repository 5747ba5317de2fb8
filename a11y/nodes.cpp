#include "a11y/nodes.h"

#include <algorithm>

#include "a11y/vcl.h"

namespace interlock::a11y {
namespace {

constexpr int max_search_depth = 24;
constexpr int max_search_nodes = 1200;  ///< of one search

Awaitable<Seen<std::optional<Node>>> search(Look look, Field field, Ref from, Point at, int depth, int& budget) {
  if (depth > max_search_depth || budget <= 0) co_return std::optional<Node>{};
  auto children = co_await read_children(look, field.space, just(from));
  if (!children) co_return tl::unexpected(children.error());
  budget -= static_cast<int>(children->size());
  // Later children are painted over earlier ones.
  for (auto child = children->rbegin(); child != children->rend(); ++child) {
    const bool here = child->extents.contains(at);
    // A GTK 3 notebook's page reports no extents, or those of its tab; its children report theirs.
    const bool nowhere = (child->extents.empty() && !child->drawn) || child->role == Role::page_tab;
    if (!is_shown(field.toolkit, *child) || !(here || nowhere)) continue;
    if (here && field.toolkit.tables_list_all_cells && child->role == Role::table) {
      const auto cells = answer::count_property(co_await look.ask(ask::child_count(child->ref)));
      if (!cells && is_fatal(cells.error())) co_return tl::unexpected(cells.error());
      if (!cells || static_cast<std::size_t>(*cells) > max_search_children) co_return std::optional<Node>(*child);
    }
    auto deeper = co_await search(look, field, child->ref, at, depth + 1, budget);
    if (!deeper || *deeper) co_return deeper;
    if (here && !is_container(child->role)) co_return std::optional<Node>(*child);
  }
  co_return std::optional<Node>{};
}

/// Chromium names the class of each of its own controls, and the tag of each element of a page.
bool is_of_page(const Seen<Attributes>& attributes) {
  if (!attributes) return true;
  const auto has = [&](std::string_view key) {
    return std::any_of(attributes->begin(), attributes->end(), [&](const auto& each) { return each.first == key; });
  };
  return has("tag") || !has("class");
}

}  // namespace

Rect common(const Rect& a, const Rect& b) {
  const auto right = std::min(std::int64_t{a.x} + a.width, std::int64_t{b.x} + b.width);
  const auto bottom = std::min(std::int64_t{a.y} + a.height, std::int64_t{b.y} + b.height);
  const auto x = std::max(a.x, b.x);
  const auto y = std::max(a.y, b.y);
  if (right <= x || bottom <= y) return {};
  return {x, y, static_cast<std::int32_t>(right - x), static_cast<std::int32_t>(bottom - y)};
}

bool is_container(Role role) {
  switch (role) {
    case Role::frame:
    case Role::window:
    case Role::dialog:
    case Role::alert:
    case Role::file_chooser:
    case Role::internal_frame:
    case Role::desktop_frame:
    case Role::application:
    case Role::panel:
    case Role::filler:
    case Role::root_pane:
    case Role::layered_pane:
    case Role::glass_pane:
    case Role::option_pane:
    case Role::split_pane:
    case Role::scroll_pane:
    case Role::viewport:
    case Role::page_tab_list:
    case Role::tool_bar:
    case Role::menu_bar:
    case Role::popup_menu:
    case Role::grouping:
    case Role::redundant_object:
    case Role::title_bar:
    case Role::unknown:
    case Role::invalid:
      return true;
    default:
      return false;
  }
}

bool is_option(Role role) {
  return role == Role::menu_item || role == Role::list_item || role == Role::check_menu_item ||
         role == Role::radio_menu_item || role == Role::table_cell;
}

bool is_shown(Toolkit toolkit, const Node& node) {
  if (toolkit.shown_without_state_showing) return node.states.has(State::visible) && !node.extents.empty();
  return node.states.has(State::showing);
}

bool is_in_part(const Space& space, const Seen<Attributes>& attributes) {
  if (space.has_drawn()) return is_drawn(attributes);
  return space.has_pages() && is_of_page(attributes);
}

Awaitable<Seen<std::vector<Node>>> read_nodes(Look look, Space space, std::vector<Ref> refs) {
  if (refs.size() > max_search_children) refs.resize(max_search_children);
  std::vector<Request> requests;
  const std::size_t each = space.mixed() ? 4 : 3;
  requests.reserve(each * refs.size());
  for (const auto& ref : refs) {
    requests.push_back(ask::role(ref));
    requests.push_back(ask::states(ref));
    requests.push_back(ask::extents(ref, space.coordinates));
    if (space.mixed()) requests.push_back(ask::attributes(ref));
  }
  const auto replies = co_await look.ask(std::move(requests));
  std::vector<Node> nodes;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const auto* reply = &replies[each * i];
    const auto role = answer::role(reply[0]);
    const auto states = answer::states(reply[1]);
    const auto extents = answer::rect(reply[2]);
    if (!role && is_fatal(role.error())) co_return tl::unexpected(role.error());
    if (!states && is_fatal(states.error())) co_return tl::unexpected(states.error());
    if (!extents && is_fatal(extents.error())) co_return tl::unexpected(extents.error());
    if (!role || !states) continue;
    Node node{.ref = refs[i], .role = *role, .states = *states};
    const bool in_part = space.mixed() && is_in_part(space, answer::attributes(reply[3]));
    node.drawn = in_part && space.has_drawn();
    if (extents) node.extents = space.on_screen(*extents, in_part);
    nodes.push_back(std::move(node));
  }
  co_return nodes;
}

Awaitable<Seen<std::vector<Node>>> read_children(Look look, Space space, std::vector<Ref> parents, std::size_t most) {
  std::vector<Request> requests;
  for (const auto& parent : parents) requests.push_back(ask::children(parent));
  const auto replies = co_await look.ask(std::move(requests));
  std::vector<Ref> refs;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    auto children = answer::refs(replies[i]);
    if (!children && is_fatal(children.error())) co_return tl::unexpected(children.error());
    if (!children) continue;
    for (auto& child : *children) {
      if (!child.is_null() && child.bus == parents[i].bus) refs.push_back(std::move(child));
    }
  }
  std::vector<Node> nodes;
  for (std::size_t begin = 0; begin < std::min(most, refs.size()); begin += max_search_children) {
    const std::size_t end = std::min({begin + max_search_children, most, refs.size()});
    auto batch = co_await read_nodes(look, space, {&refs[begin], &refs[begin] + (end - begin)});
    if (!batch) co_return tl::unexpected(batch.error());
    std::move(batch->begin(), batch->end(), std::back_inserter(nodes));
  }
  co_return nodes;
}

Awaitable<Seen<bool>> is_mute(Look look, Ref top) {
  const auto children = answer::refs(co_await look.ask_again(ask::children(top)));
  if (!children) co_return tl::unexpected(children.error());
  co_return std::all_of(children->begin(), children->end(), [](const Ref& child) { return child.is_null(); });
}

Awaitable<Seen<std::optional<Node>>> search_at(Look look, Field field, Ref from, Point at) {
  int budget = max_search_nodes;
  co_return co_await search(std::move(look), field, std::move(from), at, 0, budget);
}

}  // namespace interlock::a11y
