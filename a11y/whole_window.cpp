#include "a11y/whole_window.h"

#include <optional>
#include <utility>

#include "a11y/bound_controls.h"
#include "a11y/cell_path.h"
#include "a11y/described_nodes.h"
#include "a11y/document.h"
#include "a11y/facts.h"
#include "a11y/form_buttons.h"
#include "a11y/nodes.h"
#include "a11y/popup.h"
#include "a11y/popup_places.h"
#include "a11y/shown_nodes.h"
#include "a11y/words.h"

namespace interlock::a11y {
namespace {

struct Start {
  std::shared_ptr<BusSession> session;
  Look look;
  TopLevel top;
};

Awaitable<Seen<Start>> start(std::shared_ptr<Link> link, Window window, Deadline deadline) {
  if (!window.pid) co_return tl::unexpected(window.pid.is_unknown() ? window.pid.why() : Unknown::owner_mismatch);
  auto session = co_await link->session(deadline);
  if (!session) co_return tl::unexpected(session.error());
  Start start{.session = *session, .look = {(*session)->routes, deadline}, .top = {}};
  auto applications = co_await start.session->directory->of_process(start.look, *window.pid);
  if (!applications) co_return tl::unexpected(applications.error());
  for (const auto& application : *applications) start.session->routes->shorten(application.bus, *window.pid);
  auto top = co_await find_in_time(start.session, start.look, std::move(*applications), window, TopLevels::Verify::now);
  if (!top) co_return tl::unexpected(top.error());
  start.top = std::move(*top);
  co_return start;
}

/// The element's reference, if it belongs to the window's application; its path begins with the bus name.
std::optional<Ref> ref_of(const std::string& path, const TopLevel& top) {
  const auto slash = path.find('/');
  if (cell_place(path)) return std::nullopt;
  if (slash == std::string::npos || path.substr(0, slash) != top.ref.bus) return std::nullopt;
  return Ref{path.substr(0, slash), path.substr(slash)};
}

/// The same, and the cell that is at a place of a tree now (a11y/cell_path.h).
Awaitable<std::optional<Ref>> ref_or_cell(Look look, TopLevel top, std::string path) {
  const auto cell = cell_place(path);
  if (!cell || cell->tree.bus != top.ref.bus) co_return ref_of(path, top);
  const Point middle{cell->place.x + cell->place.width / 2, cell->place.y + cell->place.height / 2};
  Request at_middle = ask::at_point(cell->tree, top.space.inside(middle), top.space.coordinates);
  if (top.drawn && top.drawn->area.contains(middle)) {
    const Point& shift = top.drawn->shift;
    at_middle = ask::at_point(cell->tree, {middle.x - shift.x, middle.y - shift.y}, Coordinates::screen);
  }
  const auto hit = answer::ref(co_await look.ask(std::move(at_middle)));
  if (!hit || hit->is_null() || *hit == cell->tree) co_return std::nullopt;
  co_return *hit;
}

/// accessibility_off if the window shows nothing of its content.
Awaitable<Seen<ShownNodes>> shown_content(const Start& start, std::vector<Rect> areas, TreeLimits limits) {
  auto shown = co_await shown_nodes(start.look, start.top, std::move(areas), limits);
  if (!shown || shown->nodes.size() != 1 || shown->cut != Cut::whole) co_return shown;
  const auto mute = co_await is_mute(start.look, start.top.ref);
  if (!mute) co_return tl::unexpected(mute.error());
  if (*mute) co_return tl::unexpected(Unknown::accessibility_off);
  co_return shown;
}

constexpr std::size_t most_options = 1000;

bool is_gone(Unknown why) {
  return why == Unknown::unstable;  // the object vanished
}

}  // namespace

Awaitable<Known<VisibleTree>> visible_tree(std::shared_ptr<Link> link, Window window, std::vector<Rect> popups,
                                           Deadline deadline) {
  const TreeLimits limits;
  auto begun = co_await start(std::move(link), window, deadline);
  if (!begun) co_return begun.error();
  auto areas = just(window.rect);
  areas.insert(areas.end(), popups.begin(), popups.end());
  auto shown = co_await shown_content(*begun, areas, limits);
  if (!shown && shown.error() == Unknown::accessibility_off) {
    auto look = co_await look_after_waking(begun->session, begun->top.ref, wake_time_of_tree);
    if (look) begun->look = std::move(*look);
    if (look) shown = co_await shown_content(*begun, areas, limits);
  }
  if (!shown) co_return shown.error();
  if (shown->nodes.size() == 1 && shown->cut != Cut::whole) {
    co_return shown->cut == Cut::disconnected ? Unknown::disconnected : Unknown::deadline;
  }
  auto tree = co_await described(begun->look, begun->top.toolkit, std::move(*shown), limits);
  tree.lists_hide_focus = begun->top.toolkit.lists_hide_focus;
  tree.popups_placed = !begun->top.scale || !begun->top.toolkit.popovers_lie_elsewhere;
  co_return tree;
}

Awaitable<Known<std::vector<Element>>> bound_to(std::shared_ptr<Link> link, Window window, std::vector<KeyChord> keys,
                                                Deadline deadline) {
  auto begun = co_await start(std::move(link), window, deadline);
  if (!begun) co_return begun.error();
  auto found = co_await bound_controls(begun->look, begun->top, window.rect, std::move(keys), begun->session->parents);
  if (!found) co_return found.error();
  if (found->empty()) co_return none;
  co_return std::move(*found);
}

Awaitable<Known<std::vector<Element>>> pressed_by_return(std::shared_ptr<Link> link, Window window, Element field,
                                                         Deadline deadline) {
  auto begun = co_await start(std::move(link), window, deadline);
  if (!begun) co_return begun.error();
  const auto ref = ref_of(field.path, begun->top);
  if (!ref) co_return Unknown::unstable;
  auto& parents = begun->session->parents;
  auto found = co_await buttons_for_return(begun->look, begun->top, *ref, std::move(field), parents);
  if (!found) co_return found.error();
  if (found->empty()) co_return none;
  co_return std::move(*found);
}

Awaitable<Known<Element>> named_element(std::shared_ptr<Link> link, Window window, std::vector<Rect> popups,
                                        std::string path, Deadline deadline) {
  auto begun = co_await start(std::move(link), window, deadline);
  if (!begun) co_return begun.error();
  const auto ref = co_await ref_or_cell(begun->look, begun->top, path);
  if (!ref) co_return none;
  const auto replies =
      co_await begun->look.ask(together(ask::role(*ref), ask::name(*ref), ask::states(*ref),
                                        ask::extents(*ref, begun->top.space.coordinates), ask::attributes(*ref)));
  const auto role = answer::role(replies[0]);
  auto name = name_from(begun->top.toolkit, replies[1]);
  const auto states = answer::states(replies[2]);
  const auto extents = answer::rect(replies[3]);
  if (!role || !name || !states) {
    const auto why = !role ? role.error() : !name ? name.error() : states.error();
    if (is_gone(why)) co_return none;
    co_return why;
  }
  // In some toolkits defunct objects still answer.
  if (states->has(State::defunct) || *role == Role::invalid) co_return none;
  Element element{.role = *role, .name = std::move(*name)};
  element.states = *states;
  element.path = std::move(path);
  const auto space = co_await space_around(begun->look, begun->top, *ref, std::move(popups), begun->session->parents);
  if (!space) co_return space.error();
  if (extents) element.extents = space->on_screen(*extents, is_in_part(*space, answer::attributes(replies[4])));
  if (begun->top.has_own_corners()) {
    const auto places = co_await places_with_popups(begun->look, begun->top, just(*ref));
    if (!places) co_return places.error();
    element.extents = places->front().extents;
  }
  const auto cell = cell_place(element.path);
  if (cell && cell->place != element.extents) co_return none;
  co_return element;
}

/// A page in a frame of a page in a frame, and so on; more are taken for something that cannot be seen.
constexpr std::size_t most_frames = 8;

Awaitable<Known<std::vector<Document>>> documents_around(std::shared_ptr<Link> link, Window window, std::string path,
                                                         Deadline deadline) {
  auto begun = co_await start(std::move(link), window, deadline);
  if (!begun) co_return begun.error();
  auto from = ref_of(path, begun->top);
  if (!from) co_return Unknown::unstable;
  std::vector<Document> found;
  while (found.size() < most_frames) {
    const auto steps = co_await ancestry(begun->look, begun->top.toolkit, *from, begun->session->parents);
    if (!steps) co_return steps.error();
    const PathNode& outer = steps->back();
    if (outer.role != Role::document_web) {
      if (found.empty()) co_return none;
      co_return found;
    }
    const auto replies =
        co_await begun->look.ask(together(ask::document_attributes(outer.ref), ask::parent(outer.ref)));
    auto document = document_from(replies[0], outer.name);
    const auto parent = answer::ref_property(replies[1]);
    if (!document) co_return document.why();
    if (!parent) co_return parent.error();
    found.push_back(std::move(*document));
    from = *parent;
  }
  co_return Unknown::unsupported;
}

/// From a button in a combo box to it: a filler is between them.
constexpr int most_above_list = 3;

namespace {

/// A list or menu in a combo box, and the groups in it; in GTK 4 there are four layers of layout between.
constexpr int most_list_levels = 6;

/// The options below, in order, also those in groups.
Awaitable<Seen<std::vector<Node>>> options_below(Look look, Space space, Ref parent, int levels) {
  auto children = co_await read_children(look, space, just(std::move(parent)));
  if (!children) co_return children;
  std::vector<Node> found;
  for (Node& child : *children) {
    if (found.size() > most_options) break;
    if (is_option(child.role)) {
      found.push_back(std::move(child));
    } else if (levels > 1 && child.role != Role::separator) {
      auto inner = co_await options_below(look, space, child.ref, levels - 1);
      if (!inner) co_return inner;
      for (Node& each : *inner) found.push_back(std::move(each));
    }
  }
  co_return found;
}

/// `list`, or what is around it if it is a group of options.
Awaitable<Seen<Ref>> list_around_group(Look look, Ref list) {
  const auto itself = co_await look.ask(together(ask::role(list), ask::parent(list)));
  const auto role = answer::role(itself[0]);
  if (!role) co_return tl::unexpected(role.error());
  if (*role != Role::panel && *role != Role::grouping) co_return list;
  const auto parent = answer::ref_property(itself[1]);
  if (!parent || parent->is_null()) co_return list;
  co_return *parent;
}

}  // namespace

Awaitable<Known<std::vector<Element>>> options_of(std::shared_ptr<Link> link, Window window, std::string path,
                                                  Deadline deadline) {
  auto begun = co_await start(std::move(link), window, deadline);
  if (!begun) co_return begun.error();
  const auto ref = ref_of(path, begun->top);
  if (!ref) co_return none;
  // They are its children, or those of a menu or list in it; an option's are those of its own list, and those of a
  // button in a combo box (GTK 3) the combo box's.
  Ref list = *ref;
  for (int up = 0; up < most_above_list; ++up) {
    const auto itself = co_await begun->look.ask(together(ask::role(list), ask::parent(list)));
    const auto role = answer::role(itself[0]);
    if (!role) co_return role.error();
    const bool inside = *role == Role::toggle_button || *role == Role::filler;
    if (!inside && !is_option(*role)) break;
    const auto parent = answer::ref_property(itself[1]);
    if (!parent) co_return parent.error();
    list = *parent;
    if (!inside) break;
  }
  auto whole = co_await list_around_group(begun->look, list);
  if (!whole) co_return whole.error();
  auto options = co_await options_below(begun->look, begun->top.space, *whole, most_list_levels);
  if (!options) co_return options.error();
  if (options->empty()) co_return none;
  if (options->size() > most_options) co_return Unknown::unsupported;
  if (begun->top.has_own_corners()) {
    std::vector<Ref> refs;
    for (const Node& option : *options) refs.push_back(option.ref);
    const auto places = co_await places_with_popups(begun->look, begun->top, std::move(refs));
    if (!places) co_return places.error();
    for (std::size_t i = 0; i < options->size(); ++i) (*options)[i].extents = (*places)[i].extents;
  }
  std::vector<Request> requests;
  for (const Node& option : *options) requests.push_back(ask::name(option.ref));
  const auto names = co_await begun->look.ask(std::move(requests));
  std::vector<Element> found;
  for (std::size_t i = 0; i < options->size(); ++i) {
    auto name = name_from(begun->top.toolkit, names[i]);
    if (!name) co_return name.error();
    Element element{.role = (*options)[i].role, .name = std::move(*name), .states = (*options)[i].states};
    if (element.name.empty() && begun->top.toolkit.items_hold_their_names) {
      auto words = co_await words_in(begun->look, begun->top.toolkit, (*options)[i].ref);
      if (!words) co_return words.error();
      if (*words) element.text = std::move(**words);
    }
    element.path = (*options)[i].ref.bus + (*options)[i].ref.path;
    element.extents = (*options)[i].extents;
    found.push_back(std::move(element));
  }
  co_return found;
}

Awaitable<Known<bool>> scroll_into_view(std::shared_ptr<Link> link, Window window, std::string path,
                                        Deadline deadline) {
  auto begun = co_await start(std::move(link), window, deadline);
  if (!begun) co_return begun.error();
  const auto ref = ref_of(path, begun->top);
  if (!ref) co_return none;
  const auto done = answer::truth(co_await begun->look.ask(ask::scroll_to(*ref)));
  if (done) co_return *done;
  if (is_gone(done.error())) co_return false;  // or it does not support this: Qt, GTK 4
  co_return done.error();
}

}  // namespace interlock::a11y
