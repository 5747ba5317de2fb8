#include "a11y/popup.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "a11y/popup_places.h"

namespace interlock::a11y {
namespace {

constexpr std::size_t max_popup_nodes = 1500;
constexpr int max_popup_depth = 14;
constexpr std::int32_t max_options = 256;
constexpr int max_picker_depth = 16;

bool is_item(Role role) {
  switch (role) {
    case Role::menu_item:
    case Role::check_menu_item:
    case Role::radio_menu_item:
    case Role::tearoff_menu_item:
    case Role::menu:
    case Role::list_item:
    case Role::table_cell:
      return true;
    default:
      return false;
  }
}

/// Content that contains no popup of the toolkit, and may be large.
bool is_content(Role role) {
  switch (role) {
    case Role::document_web:
    case Role::document_frame:
    case Role::document_text:
    case Role::document_spreadsheet:
    case Role::document_presentation:
    case Role::table:
    case Role::tree:
    case Role::tree_table:
    case Role::text:
    case Role::terminal:
      return true;
    default:
      return false;
  }
}

bool inside(const Rect& outer, const Rect& r) {
  return r.y >= outer.y - 1 && r.x >= outer.x - 1 && r.y + r.height <= outer.y + outer.height + 1;
}

/// The element at the point inside the popup's node.
Awaitable<Seen<Ref>> within(Look look, TopLevel top, Node node, Rect popup, Point at) {
  Field field{.toolkit = top.toolkit, .space = top.space.sizes()};
  if (top.toolkit.popovers_report_parents_corner) field.space = field.space.moved(node.extents, popup);
  const auto found = co_await search_at(look, field, node.ref, at);
  if (!found) co_return tl::unexpected(found.error());
  if (!*found) co_return tl::unexpected(Unknown::popup_unmatched);
  co_return (*found)->ref;
}

/// A Chromium <select>: its popup's frame has no children. The options are in the page, in rows that are where the
/// popup shows them.
Awaitable<Seen<Ref>> option_in_page(Look look, TopLevel top, Rect popup, Point at) {
  States showing;
  showing.add(State::showing);
  const auto options = answer::refs(co_await look.ask(ask::matches(top.ref, showing, Role::menu_item, max_options)));
  if (!options) co_return tl::unexpected(options.error());
  const auto nodes = co_await read_nodes(look, top.space, *options);
  if (!nodes) co_return tl::unexpected(nodes.error());
  std::vector<Ref> rows;
  for (const auto& node : *nodes) {
    const auto& r = node.extents;
    const bool row = at.y >= r.y && at.y < r.y + r.height;
    if (row && inside(popup, r) && r.x < popup.x + popup.width) rows.push_back(node.ref);
  }
  if (rows.size() != 1) co_return tl::unexpected(Unknown::popup_unmatched);
  // If the list scrolls, the rows' places are wrong: they do not scroll with it.
  const auto list = answer::ref_property(co_await look.ask(ask::parent(rows.front())));
  if (!list) co_return tl::unexpected(list.error());
  const auto all = co_await read_children(look, top.space, just(*list));
  if (!all) co_return tl::unexpected(all.error());
  for (const auto& node : *all) {
    if (!inside(popup, node.extents)) co_return tl::unexpected(Unknown::popup_unmatched);
  }
  co_return rows.front();
}

/// The field that has a picker in the popup, of a date or of a colour: around the element there that has the focus.
/// Nothing if there is none: then the popup is no picker, whatever page is under it.
Awaitable<Seen<std::optional<Ref>>> field_of_picker(Look look, TopLevel top, Rect popup) {
  States focused;
  focused.add(State::showing);
  focused.add(State::focused);
  const auto found = answer::refs(co_await look.ask(ask::matches(top.ref, focused, Role::invalid, max_options)));
  if (!found) co_return tl::unexpected(found.error());
  const auto nodes = co_await read_nodes(look, top.space, *found);
  if (!nodes) co_return tl::unexpected(nodes.error());
  for (const auto& node : *nodes) {
    if (common(popup, node.extents).empty()) continue;  // the handle of a colour may lie partly outside
    Ref at = node.ref;
    for (int height = 0; height < max_picker_depth; ++height) {
      const auto parent = answer::ref_property(co_await look.ask(ask::parent(at)));
      if (!parent) co_return tl::unexpected(parent.error());
      const auto role = answer::role(co_await look.ask(ask::role(*parent)));
      if (!role || *role == Role::frame) break;
      if (*role == Role::date_editor || *role == Role::push_button) co_return *parent;
      at = *parent;
    }
  }
  co_return std::nullopt;
}

/// A picker of Chromium: its popup's frame has no children either. What it shows is in the page, inside of the field,
/// and where the popup shows it. What the popup covers is in the page too, but not in that field.
Awaitable<Seen<Ref>> part_of_picker(Look look, TopLevel top, Rect popup, Point at) {
  const auto field = co_await field_of_picker(look, top, popup);
  if (!field) co_return tl::unexpected(field.error());
  if (!*field) co_return tl::unexpected(Unknown::popup_unmatched);
  auto parents = just(**field);
  std::vector<Ref> found;
  for (int depth = 0; depth < max_picker_depth && !parents.empty(); ++depth) {
    const auto level = co_await read_children(look, top.space, std::move(parents));
    if (!level) co_return tl::unexpected(level.error());
    parents.clear();
    std::vector<Ref> here;
    for (const auto& node : *level) {
      parents.push_back(node.ref);  // the page in the popup is in a node that is not shown
      if (!is_shown(top.toolkit, node)) continue;
      const bool in_popup =
          inside(popup, node.extents) && node.extents.x + node.extents.width <= popup.x + popup.width + 1;
      const bool says = node.role != Role::static_ && !is_container(node.role);
      if (in_popup && says && node.extents.contains(at)) here.push_back(node.ref);
    }
    if (!here.empty()) found = std::move(here);
  }
  if (found.size() != 1) co_return tl::unexpected(Unknown::popup_unmatched);
  co_return found.front();
}

/// Some draw a border of a pixel of their own around a popup: Qt.
std::int32_t border_of(const TopLevel& top) {
  return static_cast<std::int32_t>(std::ceil(*top.scale));
}

/// What a Chromium shows in the page, and where the popup shows it.
Awaitable<Seen<Ref>> element_in_page(Look look, TopLevel top, Rect popup, Point at) {
  auto found = co_await option_in_page(look, top, popup, at);
  const bool unmatched = !found && found.error() == Unknown::popup_unmatched;
  if (unmatched) found = co_await part_of_picker(look, top, popup, at);
  co_return found;
}

/// The shown children of all nodes, without content that holds no popups.
std::vector<Ref> shown_parents_of(const TopLevel& top, const std::vector<Node>& level) {
  std::vector<Ref> parents;
  for (const auto& node : level) {
    if (is_shown(top.toolkit, node) && !is_content(node.role)) parents.push_back(node.ref);
  }
  return parents;
}

/// Where what is in a popup counts from the popup's corner: in all trees of the program, since its popups are in that
/// of a window, or top-level, or both.
Awaitable<Seen<Ref>> element_in_own_corner(Look look, TopLevel top, Rect popup, Point at) {
  const auto is_it = [&](const SurfacePlaces& each) { return each.frame == popup; };
  const auto wanted = std::find_if(top.popups.begin(), top.popups.end(), is_it);
  if (std::count_if(top.popups.begin(), top.popups.end(), is_it) != 1)
    co_return tl::unexpected(Unknown::popup_unmatched);
  std::optional<Ref> found;
  auto parents = just(Ref{top.ref.bus, root_path});
  std::size_t seen = 0;
  for (int depth = 0; depth < max_popup_depth && !parents.empty() && seen < max_popup_nodes; ++depth) {
    const auto level = co_await read_children(look, top.space, std::move(parents));
    if (!level) co_return tl::unexpected(level.error());
    seen += level->size();
    std::vector<Ref> refs;
    for (const auto& node : *level) refs.push_back(node.ref);
    const auto places = co_await places_with_popups(look, top, std::move(refs));
    if (!places) co_return tl::unexpected(places.error());
    for (std::size_t i = 0; i < level->size(); ++i) {
      const Node& node = (*level)[i];
      const bool here = (*places)[i].popup == static_cast<std::size_t>(wanted - top.popups.begin()) &&
                        (*places)[i].extents.contains(at);
      if (here && is_shown(top.toolkit, node) && !is_container(node.role)) found = node.ref;
    }
    parents = shown_parents_of(top, *level);
  }
  if (!found) co_return tl::unexpected(Unknown::popup_unmatched);
  co_return *found;
}

/// A node may lie a border beside where the popup is, and what is in it is off by as much: at an edge, another item may
/// be pressed than the one that reports the place.
bool is_well_inside(const TopLevel& top, const Rect& extents, Point at) {
  const std::int32_t border = border_of(top);
  const Rect inner{extents.x + border, extents.y + border, extents.width - 2 * border, extents.height - 2 * border};
  return inner.width > 0 && inner.height > 0 && inner.contains(at);
}

/// Under a node that is where the popup is: then its own places are right, too.
Awaitable<Seen<Ref>> element_in_place(Look look, TopLevel top, Rect popup, Point at) {
  auto level = co_await read_children(look, top.space, just(Ref{top.ref.bus, root_path}));
  std::size_t seen = 0;
  for (int depth = 0; depth < max_popup_depth && seen < max_popup_nodes; ++depth) {
    if (!level) co_return tl::unexpected(level.error());
    if (level->empty()) break;
    seen += level->size();
    for (const auto& node : *level) {
      const bool same_size = same_place(top.toolkit, popup, node.extents);
      if (depth == 0 && node.ref != top.ref && same_size && top.toolkit.popup_options_in_page) {
        const auto in_page = co_await element_in_page(look, top, popup, at);
        const bool unmatched = !in_page && in_page.error() == Unknown::popup_unmatched;
        if (!unmatched) co_return in_page;
      }
      if (node.ref == top.ref || !is_shown(top.toolkit, node) || !is_popup_at(top, popup, node.extents)) continue;
      const auto found = co_await search_at(look, {top.toolkit, top.space}, node.ref, at);
      if (!found) co_return tl::unexpected(found.error());
      if (*found && is_well_inside(top, (*found)->extents, at)) co_return (*found)->ref;
      if (*found) co_return tl::unexpected(Unknown::popup_unmatched);
    }
    level = co_await read_children(look, top.space, shown_parents_of(top, *level));
  }
  co_return tl::unexpected(Unknown::popup_unmatched);
}

Awaitable<Seen<Ref>> without_coordinates(Look look, TopLevel top, Rect popup, Point at) {
  if (top.toolkit.popovers_lie_elsewhere) co_return tl::unexpected(Unknown::popup_unmatched);
  if (top.toolkit.popups_count_from_own_corner) co_return co_await element_in_own_corner(look, top, popup, at);
  co_return co_await element_in_place(look, top, popup, at);
}

}  // namespace

bool is_popup_at(const TopLevel& top, const Rect& popup, const Rect& extents) {
  if (!top.scale) return same_place(top.toolkit, popup, extents);
  if (extents.empty()) return false;
  const std::int64_t border = border_of(top);
  const auto near = [border](std::int64_t a, std::int64_t b) { return std::abs(a - b) <= border; };
  return near(popup.x, extents.x) && near(popup.y, extents.y) &&
         near(std::int64_t{popup.x} + popup.width, std::int64_t{extents.x} + extents.width) &&
         near(std::int64_t{popup.y} + popup.height, std::int64_t{extents.y} + extents.height);
}

Awaitable<Seen<Ref>> element_in_popup(Look look, TopLevel top, Rect popup, Point at) {
  if (top.scale) co_return co_await without_coordinates(look, top, popup, at);
  // For extents relative to the window only sizes are compared, so no origin is needed.
  const Space space = top.space.sizes();
  auto level = co_await read_children(look, space, just(Ref{top.ref.bus, root_path}));
  if (!level) co_return tl::unexpected(level.error());
  for (const auto& node : *level) {
    if (node.ref == top.ref || !same_place(top.toolkit, popup, node.extents)) continue;
    auto found = co_await within(look, top, node, popup, at);
    if (!found && found.error() == Unknown::popup_unmatched && top.toolkit.popup_options_in_page) {
      found = co_await element_in_page(look, top, popup, at);
    }
    co_return found;
  }

  auto parents = just(top.ref);
  std::optional<Node> item;
  std::size_t seen = 0;
  for (int depth = 0; depth < max_popup_depth && !parents.empty() && seen < max_popup_nodes; ++depth) {
    level = co_await read_children(look, space, std::move(parents));
    if (!level) co_return tl::unexpected(level.error());
    seen += level->size();
    parents.clear();
    for (const auto& node : *level) {
      if (!is_shown(top.toolkit, node)) {
        // In all toolkits a menu bar's menu is shown while its items are. A hidden menu need not be searched.
        continue;
      }
      if (same_place(top.toolkit, popup, node.extents)) {
        co_return co_await within(look, top, node, popup, at);
      }
      if (!top.toolkit.extents_relative_to_window && is_item(node.role) && node.extents.contains(at) &&
          inside(popup, node.extents)) {
        item = node;  // the deepest level's, the last one in order
      }
      if (!is_content(node.role)) parents.push_back(node.ref);
    }
  }
  if (!item) co_return tl::unexpected(Unknown::popup_unmatched);
  co_return item->ref;
}

Awaitable<Seen<Space>> space_around(Look look, TopLevel top, Ref element, std::vector<Rect> popups, Parents& parents) {
  if (popups.empty() || !top.toolkit.popovers_report_parents_corner) co_return top.space;
  const auto steps = co_await ancestry(look, top.toolkit, std::move(element), parents);
  if (!steps) co_return tl::unexpected(steps.error());
  std::vector<Ref> around;
  for (const auto& step : *steps) {
    if (step.role != Role::frame) around.push_back(step.ref);
  }
  const auto nodes = co_await read_nodes(look, top.space, std::move(around));
  if (!nodes) co_return tl::unexpected(nodes.error());
  for (const auto& node : *nodes) {
    const auto is_it = [&](const Rect& popup) { return same_place(top.toolkit, popup, node.extents); };
    const auto popup = std::find_if(popups.begin(), popups.end(), is_it);
    if (popup != popups.end()) co_return top.space.moved(node.extents, *popup);
  }
  co_return top.space;
}

}  // namespace interlock::a11y
