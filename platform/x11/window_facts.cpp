#include "platform/x11/window_facts.h"

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>

#include "platform/x11/property_text.h"
#include "platform/x11/tree.h"
#include "platform/x11/window_views.h"

namespace interlock::platform::x11 {
namespace {

constexpr std::uint32_t max_atoms = 4096;
constexpr std::size_t windows_at_once = 256;  ///< windows that are requested before the first answer is read
constexpr std::size_t deepest = 64;
constexpr std::size_t most_children = 1024;  ///< listed for one window

xcb_get_property_cookie_t ask(const Connection& x, xcb_window_t window, xcb_atom_t name, std::uint32_t length) {
  return xcb_get_property(x.xcb(), 0, window, name, XCB_GET_PROPERTY_TYPE_ANY, 0, length);
}

class PropertyAnswer {
 public:
  PropertyAnswer(const Connection& x, xcb_get_property_cookie_t asked)
      : reply_(xcb_get_property_reply(x.xcb(), asked, nullptr)) {}
  Property operator*() const { return property_of(reply_.get()); }

 private:
  Reply<xcb_get_property_reply_t> reply_;
};

/// All requests about one window, sent before any answer is waited for.
struct Asked {
  xcb_window_t window;
  xcb_query_tree_cookie_t tree;
  xcb_get_property_cookie_t net_name, name, klass, pid, desktop, hints, state;
  xcb_get_window_attributes_cookie_t attributes;
  xcb_get_geometry_cookie_t place;
  AskedRect rect;
};

Asked ask_all(const Connection& x, xcb_window_t window) {
  const auto& atoms = x.atoms();
  return {.window = window,
          .tree = xcb_query_tree(x.xcb(), window),
          .net_name = ask(x, window, atoms.net_wm_name, max_name_units),
          .name = ask(x, window, XCB_ATOM_WM_NAME, max_name_units),
          .klass = ask(x, window, XCB_ATOM_WM_CLASS, max_name_units),
          .pid = ask(x, window, atoms.net_wm_pid, 1),
          .desktop = ask(x, window, atoms.net_wm_desktop, 1),
          .hints = ask(x, window, XCB_ATOM_WM_NORMAL_HINTS, 18),
          .state = ask(x, window, atoms.wm_state, 0),
          .attributes = xcb_get_window_attributes(x.xcb(), window),
          .place = xcb_get_geometry(x.xcb(), window),
          .rect = ask_rect(x, window)};
}

std::optional<WindowFacts> answered(const Connection& x, const Asked& asked) {
  auto* c = x.xcb();
  const Reply<xcb_query_tree_reply_t> tree(xcb_query_tree_reply(c, asked.tree, nullptr));
  const PropertyAnswer net_name(x, asked.net_name), name(x, asked.name), klass(x, asked.klass), pid(x, asked.pid),
      desktop(x, asked.desktop), hints(x, asked.hints), state(x, asked.state);
  const Reply<xcb_get_window_attributes_reply_t> attributes(
      xcb_get_window_attributes_reply(c, asked.attributes, nullptr));
  const Reply<xcb_get_geometry_reply_t> place(xcb_get_geometry_reply(c, asked.place, nullptr));
  const auto rect = answered_rect(x, asked.rect);
  if (!tree || !attributes || !place || !rect) return std::nullopt;

  WindowFacts facts{.id = asked.window, .parent = tree->parent, .rect = *rect};
  facts.name = title_of(*net_name, *name, x.atoms().utf8_string);
  const std::string_view both = (*klass).text();
  facts.class_name = latin1_property(both.substr(0, both.find('\0')));
  facts.wm_class = class_property(both);
  facts.pid = (*pid).first().value_or(0);
  facts.desktop = (*desktop).first();
  facts.offset = {place->x, place->y};
  facts.visible = attributes->map_state == XCB_MAP_STATE_VIEWABLE;
  facts.steps = steps_of(*hints);
  facts.managed = (*state).type != XCB_ATOM_NONE;
  const auto* first = xcb_query_tree_children(tree.get());
  const auto children = static_cast<std::size_t>(xcb_query_tree_children_length(tree.get()));
  facts.children.assign(first, first + std::min(children, most_children));
  return facts;
}

/// The tree from the root down, level by level; children in stacking order.
struct Levels {
  std::unordered_map<xcb_window_t, std::vector<xcb_window_t>> children;
  bool truncated = false;
};

Levels levels_of(const Connection& x, std::size_t depth) {
  Levels tree;
  std::vector<xcb_window_t> level = {x.root()};
  std::size_t known = 1;
  for (std::size_t at = 0; at < depth && !level.empty(); ++at) {
    std::vector<xcb_query_tree_cookie_t> asked;
    for (const auto window : level) asked.push_back(xcb_query_tree(x.xcb(), window));
    std::vector<xcb_window_t> next;
    for (std::size_t i = 0; i < level.size(); ++i) {
      const Reply<xcb_query_tree_reply_t> reply(xcb_query_tree_reply(x.xcb(), asked[i], nullptr));
      if (!reply) continue;
      const auto* first = xcb_query_tree_children(reply.get());
      const auto count = static_cast<std::size_t>(xcb_query_tree_children_length(reply.get()));
      const auto taken = std::min(count, most_windows - known);
      tree.truncated = tree.truncated || taken < count;
      known += taken;
      next.insert(next.end(), first, first + taken);
      tree.children[level[i]].assign(first, first + taken);
    }
    level = std::move(next);
  }
  return tree;
}

using Placed = std::pair<xcb_window_t, std::optional<std::size_t>>;

void add_children(const Levels& tree, xcb_window_t parent, std::optional<std::size_t> top, std::vector<Placed>& order) {
  const auto found = tree.children.find(parent);
  if (found == tree.children.end()) return;
  for (std::size_t i = 0; i < found->second.size(); ++i) order.emplace_back(found->second[i], top ? top : i);
  for (std::size_t i = 0; i < found->second.size(); ++i) add_children(tree, found->second[i], top ? top : i, order);
}

/// The application's window under the pointer, else the child of the root there.
xcb_window_t client_at(const Connection& x, xcb_window_t hit) {
  if (hit == XCB_WINDOW_NONE) return 0;
  const auto top = top_of(x, hit);
  if (top.managed) return top.window;
  const auto client = client_below(x, hit);
  return client != 0 ? client : hit;
}

}  // namespace

bool is_supported(const Connection& x, xcb_atom_t hint) {
  const PropertyAnswer all(x, ask(x, x.root(), x.atoms().net_supported, max_atoms));
  return (*all).holds(hint);
}

std::optional<DesktopFacts> desktop_facts(const Connection& x) {
  const auto& atoms = x.atoms();
  auto* c = x.xcb();
  const auto asked_size = xcb_get_geometry(c, x.root());
  const auto asked_pointer = xcb_query_pointer(c, x.root());
  const auto asked_focus = xcb_get_input_focus(c);
  const auto asked_active = ask(x, x.root(), atoms.net_active_window, 1);
  const auto asked_desktop = ask(x, x.root(), atoms.net_current_desktop, 1);
  const auto asked_count = ask(x, x.root(), atoms.net_number_of_desktops, 1);
  const auto asked_viewport = ask(x, x.root(), atoms.net_desktop_viewport, 2);
  const auto asked_supported = ask(x, x.root(), atoms.net_supported, max_atoms);
  const Reply<xcb_get_geometry_reply_t> size(xcb_get_geometry_reply(c, asked_size, nullptr));
  const Reply<xcb_query_pointer_reply_t> pointer(xcb_query_pointer_reply(c, asked_pointer, nullptr));
  const Reply<xcb_get_input_focus_reply_t> focus(xcb_get_input_focus_reply(c, asked_focus, nullptr));
  const PropertyAnswer active(x, asked_active), desktop(x, asked_desktop), count(x, asked_count),
      viewport(x, asked_viewport), supported(x, asked_supported);
  if (!size || !pointer || !focus) return std::nullopt;

  DesktopFacts facts{
      .display = DisplayString(x.display()), .screen = {0, 0, size->width, size->height}, .root = x.root()};
  facts.pointer = {pointer->root_x, pointer->root_y};
  facts.frame = pointer->child;
  facts.under_pointer = client_at(x, pointer->child);
  facts.active = (*active).first().value_or(0);
  facts.focus = focus->focus;
  if (focus->focus > XCB_INPUT_FOCUS_POINTER_ROOT) {
    const auto top = top_of(x, focus->focus);
    facts.focus_top = top.managed ? top.window : focus->focus;
  }
  facts.desktop = (*desktop).first();
  facts.desktops = (*count).first();
  if (const auto at = *viewport; at.count() == 2) {
    facts.viewport = Point{static_cast<std::int32_t>(at.at(0)), static_cast<std::int32_t>(at.at(1))};
  }
  const std::array<std::pair<xcb_atom_t, const char*>, 5> abilities = {
      {{atoms.net_active_window, "_NET_ACTIVE_WINDOW"},
       {atoms.net_current_desktop, "_NET_CURRENT_DESKTOP"},
       {atoms.net_number_of_desktops, "_NET_NUMBER_OF_DESKTOPS"},
       {atoms.net_wm_desktop, "_NET_WM_DESKTOP"},
       {atoms.net_desktop_viewport, "_NET_DESKTOP_VIEWPORT"}}};
  for (const auto& [atom, name] : abilities) {
    if ((*supported).holds(atom)) facts.supported.emplace_back(name);
  }
  return facts;
}

std::optional<WindowFacts> window_facts(const Connection& x, xcb_window_t window) {
  return answered(x, ask_all(x, window));
}

WindowTree window_tree(const Connection& x, const TreeQuery& query) {
  const auto depth = query.depth ? static_cast<std::size_t>(*query.depth) : deepest;
  const auto levels = levels_of(x, depth);
  std::vector<Placed> order = {{x.root(), std::nullopt}};
  add_children(levels, x.root(), std::nullopt, order);

  WindowTree tree;
  tree.truncated = levels.truncated;
  if (const auto top = levels.children.find(x.root()); top != levels.children.end()) {
    for (const auto child : top->second) {
      auto view = view_of_window(x, child);
      interlock::Window unknown;
      unknown.id = child;
      tree.tops.push_back(view.window ? std::move(*view.window) : std::move(unknown));
    }
  }
  for (std::size_t from = 0; from < order.size() && !x.lost(); from += windows_at_once) {
    const std::size_t to = std::min(from + windows_at_once, order.size());
    std::vector<Asked> asked;
    for (std::size_t i = from; i < to; ++i) asked.push_back(ask_all(x, order[i].first));
    for (std::size_t i = from; i < to; ++i) {
      auto facts = answered(x, asked[i - from]);
      if (!facts || (query.visible && !facts->visible)) continue;
      tree.windows.push_back({std::move(*facts), order[i].second});
    }
  }
  return tree;
}

}  // namespace interlock::platform::x11
