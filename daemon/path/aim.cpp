#include "daemon/path/aim.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "daemon/pictures/read_texts.h"
#include "daemon/process/pause.h"
#include "daemon/seeing/regions.h"
#include "values/text.h"
#include "values/visit.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto look_limit = 300ms;     // for one query
constexpr auto search_limit = 1200ms;  // to find an uncovered point
constexpr auto scroll_limit = 600ms;   // for a scrolled page to stop moving
constexpr auto scroll_step = 30ms;
/// Pixels: a control that is at most as wide or high as this was hidden by its page, which draws its own instead.
constexpr std::int32_t too_small = 4;

platform::Refusal stale(const OnElement& on, const std::string& why) {
  return {"stale_ref", "the ref '" + on.ref + "' " + why + "; observe again, and use a ref of that reply"};
}

platform::Refusal unknown(Unknown why) {
  const auto& row = describe(why);
  return {"target_unknown", std::string(row.meaning) + "; " + std::string(row.advice)};
}

bool contains(const Rect& outer, const Rect& inner) {
  return !inner.empty() && overlap(outer, inner) == inner;
}

/// The middle first, where people click; then around it, then near the edges.
std::vector<Point> candidates(const Rect& r) {
  std::vector<Point> points;
  const auto add = [&](int x, int y) {  // in eighths
    const Point p{r.x + r.width * x / 8, r.y + r.height * y / 8};
    if (r.contains(p) && std::find(points.begin(), points.end(), p) == points.end()) points.push_back(p);
  };
  for (const auto& [x, y] : {std::pair{4, 4}, {2, 4}, {6, 4}, {4, 2}, {4, 6}, {1, 1}, {7, 1}, {1, 7}, {7, 7}})
    add(x, y);
  return points;
}

/// The ends of a slider, where its handle may be: a page with two sliders on one line lets clicks through beside them.
std::vector<Point> ends_of(const Rect& r) {
  const auto inset = std::min(r.width, r.height) / 2;
  return {{r.x + r.width - inset, r.y + r.height / 2}, {r.x + inset, r.y + r.height / 2}};
}

Point middle_of(const Rect& r) {
  return {r.x + r.width / 2, r.y + r.height / 2};
}

void set_point(ActionBody& body, Point at) {
  std::visit(Overloaded{[&](AnyOf<Move, Click, Scroll, MouseDown, MouseUp> auto& one) { one.at = at; },
                        [&](Drag& drag) { drag.from = at; },
                        Ignore<Type, Key, KeyDown, KeyUp, Wait, Navigate, Sequence, SelectOption, SetValue, FillForm,
                               TypeSecret, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, RenameWindow,
                               SwitchDesktop, SetDesktopCount, MoveViewport>()},
             body);
}

/// A click on any part of it is meant for it.
bool is_made_of_controls(Role role) {
  return role == Role::combo_box || role == Role::date_editor || role == Role::spin_button ||
         role == Role::autocomplete || role == Role::editbar || role == Role::list_box;
}

bool is_button(Role role) {
  return role == Role::push_button || role == Role::toggle_button;
}

bool takes_focus_by_click(const Element& element) {
  return takes_text(element.role) || element.states.has(State::editable) || element.role == Role::date_editor ||
         element.role == Role::combo_box;  // its list opens, and is closed again
}

/// Controls that a click on their label switches.
bool is_switched_by_label(Role role) {
  return role == Role::check_box || role == Role::radio_button || role == Role::toggle_button;
}

/// The text of a label, which may be in nodes of its own.
std::string label_text(const a11y::VisibleTree& tree, std::size_t label) {
  std::string text = tree.nodes[label].element.name;
  const auto depth = tree.nodes[label].depth;
  for (std::size_t i = label + 1; text.empty() && i < tree.nodes.size() && tree.nodes[i].depth > depth; ++i) {
    if (!is_actionable(tree.nodes[i].element.role)) text = tree.nodes[i].element.name;
  }
  return normalise(text).text;
}

/// The label around the control, or the only one that says its name.
const Element* label_of(const a11y::VisibleTree& tree, const std::string& path) {
  const auto& nodes = tree.nodes;
  const auto control = std::find_if(nodes.begin(), nodes.end(), [&](const auto& n) { return n.element.path == path; });
  if (control == nodes.end()) return nullptr;
  auto depth = control->depth;
  for (auto above = control; above != nodes.begin();) {
    --above;
    if (above->depth >= depth) continue;
    depth = above->depth;
    if (above->element.role == Role::label) return &above->element;
  }
  const std::string name = normalise(control->element.name).text;
  const Element* found = nullptr;
  for (std::size_t i = 0; i < nodes.size() && !name.empty(); ++i) {
    if (nodes[i].element.role != Role::label || label_text(tree, i) != name) continue;
    if (found != nullptr) return nullptr;
    found = &nodes[i].element;
  }
  return found;
}

class Aim {
 public:
  Aim(Eyes eyes, std::shared_ptr<const Session> session, Action& action)
      : eyes_(std::move(eyes)), session_(std::move(session)), action_(action) {}

  asio::awaitable<Aimed> run() {
    const auto* referred = session_->refs.find(on().ref);
    if (referred == nullptr) {
      fail(stale(on(), "names no element that this session was shown"));
    } else {
      aimed_.target = *referred;
      co_await find();
    }
    co_return std::move(aimed_);
  }

 private:
  const OnElement& on() const { return *action_.on; }
  static platform::Deadline soon() { return steady_clock::now() + look_limit; }
  void fail(platform::Refusal why) { aimed_.refusal = std::move(why); }

  asio::awaitable<void> find() {
    const bool there = co_await find_window();
    if (!there) co_return;
    if (is_read_text(aimed_.target.path)) {
      co_await find_read_text();
      co_return;
    }
    const bool same = co_await read_again();
    if (!same) co_return;
    if (on().scroll_into_view) {
      const bool scrolled = co_await scroll();
      if (!scrolled) co_return;
    }
    if (on().focus_only) {
      if (!takes_focus_by_click(element_)) {
        fail({"not_focusable", "a click gives the focus only to what takes text; click it, or go to it with Tab"});
        co_return;
      }
      const auto focused = co_await eyes_.windows->focused_window(soon());
      aimed_.has_focus = element_.states.has(State::focused) && focused.window && focused.window->id == window_.id;
      if (aimed_.has_focus) co_return;
    }
    // Keys go to the focus, which is judged when they are sent.
    if (!uses_keyboard(action_)) co_await find_point_at_rest();
  }

  asio::awaitable<bool> find_window() {
    if (!eyes_.windows || !eyes_.tree) {
      fail(unknown(eyes_.windows ? Unknown::no_accessibility_bus : Unknown::no_display));
      co_return false;
    }
    const auto stack = co_await eyes_.windows->windows_in_order(soon());
    if (!stack) {
      fail(unknown(stack.why()));
      co_return false;
    }
    const auto found = std::find_if(stack->begin(), stack->end(), [&](const platform::StackedWindow& each) {
      return each.window.id == aimed_.target.window;
    });
    if (found == stack->end()) {
      fail(stale(on(), "is of a window that is no longer on the screen"));
      co_return false;
    }
    window_ = found->window;
    areas_ = {window_.rect};
    for (const auto& each : *stack) {
      if (each.popup && each.window.pid && each.window.pid == window_.pid) areas_.push_back(each.window.rect);
    }
    co_return true;
  }

  std::vector<Rect> popups() const { return {areas_.begin() + 1, areas_.end()}; }

  /// A text that was read from pixels is read again: it is where it was, or, if there is only one like it, elsewhere.
  asio::awaitable<void> find_read_text() {
    if (on().focus_only) {
      fail({"not_focusable", "'" + on().ref + "' is text that was read from the screen; click at it, and then type"});
      co_return;
    }
    const auto texts = co_await read_texts(eyes_, session_, window_, popups(), Unknown::not_accessible,
                                           steady_clock::now() + texts_limit);
    if (!texts) {
      fail(unknown(Unknown::not_accessible));
      co_return;
    }
    const Element* same = nullptr;
    std::size_t alike = 0;
    for (const auto& node : texts->nodes) {
      const bool exactly = node.element.path == aimed_.target.path;
      if (!exactly && node.element.name != aimed_.target.name) continue;
      alike = exactly ? 1 : alike + 1;
      same = &node.element;
      if (exactly) break;
    }
    if (alike == 0) fail(stale(on(), "names a text that is no longer there"));
    if (alike > 1) fail(stale(on(), "names a text that stands at several places now"));
    if (alike == 1) set_point(action_.body, middle_of(same->extents));
  }

  asio::awaitable<bool> read_again() {
    const auto now = co_await eyes_.tree->named_element(window_, popups(), aimed_.target.path, soon());
    if (now.is_unknown()) {
      fail(unknown(now.why()));
    } else if (now.is_none()) {
      fail(stale(on(), "names an element that is gone"));
    } else if (now->role != aimed_.target.role || now->name != aimed_.target.name) {
      fail(stale(on(), "names an element that was replaced by another one"));
    } else {
      element_ = *now;
      co_return true;
    }
    co_return false;
  }

  asio::awaitable<bool> scroll() {
    const auto done = co_await eyes_.tree->scroll_into_view(window_, aimed_.target.path, soon());
    if (done.is_unknown()) {
      fail(unknown(done.why()));
      co_return false;
    }
    // Pages scroll smoothly: scrolling is over if the element has not moved between two observations.
    const auto until = steady_clock::now() + scroll_limit;
    for (int still = 0; still < 2 && steady_clock::now() < until;) {
      const auto before = element_.extents;
      co_await pause_for(scroll_step);
      const bool same = co_await read_again();
      if (!same) co_return false;
      still = element_.extents == before ? still + 1 : 0;
    }
    co_return true;
  }

  /// The element itself, or a part of it that does nothing else: text in a card, a field of a date, what scrolls in a
  /// list; for a text, the item that it stands in. A control in a panel is not the panel.
  bool is_hit(const a11y::Sight& sight) const {
    if (!sight.element) return false;
    if (is_target(*sight.element, aimed_.target)) return true;
    // Chromium's hit test does not know the fields and buttons in a date.
    if (is_made_of_controls(sight.element->role) && contains(sight.element->extents, element_.extents)) return true;
    const auto& around = sight.around;
    const auto target = std::find(around.begin(), around.end(), aimed_.target.path);
    const bool contained = target != around.end();
    // The text of an item: the item is what a click there presses.
    const bool of_item = contained && std::find(target, around.end(), sight.element->path) != around.end();
    if (of_item && !is_actionable(aimed_.target.role)) return true;
    const bool presses = !std::holds_alternative<Scroll>(action_.body) && !std::holds_alternative<Move>(action_.body);
    const Role part = sight.element->role;
    const bool cells =
        part == Role::table_cell && aimed_.target.role == Role::table_cell;  // GTK 3: a name and its icon
    const bool buttons = is_button(part) && is_button(aimed_.target.role);   // GTK 4: the button in a menu button
    return contained &&
           (!presses || cells || buttons || !is_actionable(part) || is_made_of_controls(aimed_.target.role));
  }

  /// While a page still scrolls, the element is no longer where it was read, and something else is hit there. In
  /// Chromium hit tests are answered for the earlier place for some time after that.
  asio::awaitable<void> find_point_at_rest() {
    const auto until = steady_clock::now() + scroll_limit;
    for (bool again = false;; again = true) {  // at least twice, however busy the machine is
      co_await find_point();
      if (!aimed_.refusal || (again && steady_clock::now() >= until)) co_return;
      const auto refusal = std::exchange(aimed_.refusal, std::nullopt);
      const auto before = element_.extents;
      co_await pause_for(scroll_step);
      const bool same = co_await read_again();
      if (!same) co_return;
      if (element_.extents == before && !answered_for_elsewhere_) {
        aimed_.refusal = refusal;
        co_return;
      }
      met_other_ = answered_for_elsewhere_ = false;
    }
  }

  asio::awaitable<void> find_point() {
    Rect seen;
    for (const auto& area : areas_) {
      auto part = overlap(element_.extents, area);
      if (on().part) part = overlap(part, *on().part);
      if (seen.empty() || std::int64_t{part.width} * part.height > std::int64_t{seen.width} * seen.height) seen = part;
    }
    if (seen.empty()) {
      fail({"not_visible", "'" + on().ref + "' is not visible; use \"scroll_into_view\": true"});
      co_return;
    }
    const bool by_label = std::holds_alternative<Click>(action_.body) && is_switched_by_label(element_.role);
    if (by_label && std::min(element_.extents.width, element_.extents.height) <= too_small) {
      const bool labelled = co_await find_label();
      if (labelled) co_return;
    }
    std::vector<Tried> tried;
    const bool found = co_await try_points(seen, tried);
    if (found) co_return;
    co_await look_closer(std::move(tried));
    if (aimed_.refusal && by_label) co_await find_label();
  }

  /// Pages draw such controls themselves: the browser's is there, but too small to be hit, and its label is clicked.
  asio::awaitable<bool> find_label() {
    const auto tree = co_await eyes_.tree->visible_tree(window_, popups(), soon());
    const Element* label = tree ? label_of(*tree, aimed_.target.path) : nullptr;
    if (label == nullptr) co_return false;
    for (const auto at : candidates(overlap(label->extents, window_.rect))) {
      const auto view = co_await eyes_.windows->window_at(at, soon());
      if (!view.window || view.window->id != window_.id) continue;
      const auto sight = co_await eyes_.tree->element_at(*view.window, view.popup, at, soon());
      if (!sight.element) continue;
      const bool inside = std::find(sight.around.begin(), sight.around.end(), label->path) != sight.around.end();
      if (sight.element->path != label->path && (!inside || is_actionable(sight.element->role))) continue;
      set_point(action_.body, at);
      aimed_.target.path = sight.element->path;
      aimed_.target.role = sight.element->role;
      aimed_.target.name = sight.element->name;
      aimed_.means = element_;
      aimed_.refusal.reset();
      co_return true;
    }
    co_return false;
  }

  /// A place, and what the application said at first is there.
  struct Tried {
    Point at;
    platform::WindowView view;
    a11y::Sight sight;
  };

  /// An element that is found at once is observed again before anything is done.
  asio::awaitable<bool> try_points(const Rect& seen, std::vector<Tried>& tried) {
    const auto until = steady_clock::now() + search_limit;
    auto points = candidates(seen);
    if (element_.role == Role::slider) {
      const auto ends = ends_of(seen);
      points.insert(points.end(), ends.begin(), ends.end());
    }
    // What is typed into a date begins with its first part.
    if (on().focus_only && element_.role == Role::date_editor) {
      points.insert(points.begin(), {seen.x + std::min(seen.width, seen.height) / 2, seen.y + seen.height / 2});
    }
    for (const auto at : points) {
      if (steady_clock::now() >= until) break;
      auto view = co_await eyes_.windows->window_at(at, soon());
      if (!view.window || view.window->id != window_.id || view.window->type == "frame") {
        met_other_ = true;
        continue;
      }
      auto sight = co_await eyes_.tree->element_at(*view.window, view.popup, at, soon(), a11y::Certainty::provisional);
      if (sight.element && is_target(*sight.element, aimed_.target)) {
        set_point(action_.body, at);
        co_return true;
      }
      tried.push_back({at, std::move(view), std::move(sight)});
    }
    // Where a part of it was hit first.
    std::stable_partition(tried.begin(), tried.end(), [&](const Tried& each) { return is_hit(each.sight); });
    co_return false;
  }

  /// What is not found at once must be certain. If one certain answer is what was said at first, so are the others; but
  /// the handle of a slider may be hit where the rest of it lets clicks through.
  asio::awaitable<void> look_closer(std::vector<Tried> tried) {
    const auto until = steady_clock::now() + search_limit;
    auto why = Unknown::nothing_at_point;
    for (const Tried& each : tried) {
      if (steady_clock::now() >= until) break;
      const auto sight = co_await eyes_.tree->element_at(*each.view.window, each.view.popup, each.at, soon());
      if (sight.element && is_target(*sight.element, aimed_.target)) {
        set_point(action_.body, each.at);
        co_return;
      }
      if (is_hit(sight)) {
        set_point(action_.body, each.at);
        aimed_.target.path = sight.element->path;
        aimed_.target.role = sight.element->role;
        aimed_.target.name = sight.element->name;
        co_return;
      }
      if (sight.element.is_unknown()) why = sight.element.why();
      if (!sight.element) continue;
      met_other_ = true;
      const auto& place = sight.element->extents;
      answered_for_elsewhere_ = answered_for_elsewhere_ || (!place.empty() && !place.contains(each.at));
      const bool as_said = each.sight.element && each.sight.element->path == sight.element->path;
      if (as_said && element_.role != Role::slider) break;
    }
    if (met_other_) {
      fail({"covered", "something else covers '" + on().ref + "', or it is scrolled out of view; act on it " +
                           "with \"scroll_into_view\": true, or observe again"});
    } else {
      fail(unknown(why));
    }
  }

  Eyes eyes_;
  std::shared_ptr<const Session> session_;
  Action& action_;
  Aimed aimed_;
  Window window_;
  std::vector<Rect> areas_;
  Element element_;
  bool met_other_ = false;               ///< something else was at a place ...
  bool answered_for_elsewhere_ = false;  ///< ... and is not there by its own extents
};

}  // namespace

bool is_target(const Element& seen, const Referred& target) {
  return seen.path == target.path && seen.role == target.role;
}

bool is_part(const Element& seen, const Referred& target) {
  if (target.role != Role::combo_box && target.role != Role::date_editor) return false;
  return std::any_of(seen.ancestors.begin(), seen.ancestors.end(),
                     [&](const Ancestor& around) { return around.role == target.role && around.name == target.name; });
}

asio::awaitable<Aimed> aim(Eyes eyes, std::shared_ptr<const Session> session, Action& action) {
  Aim aim(std::move(eyes), std::move(session), action);
  auto aimed = co_await aim.run();
  co_return aimed;
}

}  // namespace interlock::daemon
