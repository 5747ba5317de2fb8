#include "daemon/desk/observer.h"

#include <algorithm>

#include "daemon/process/pause.h"
#include "daemon/seeing/read_point.h"
#include "gate/readings/activation.h"
#include "gate/readings/file_scene.h"
#include "gate/readings/option_walk.h"
#include "gate/screen/file_window.h"
#include "gate/session/shown_form.h"
#include "gate/typing/paste.h"
#include "values/paste_source.h"

namespace interlock::daemon {

namespace asio = boost::asio;

asio::awaitable<Known<std::string>> observe_pasted(Eyes eyes, const Action& action, Known<Window> window,
                                                   platform::Deadline deadline) {
  const auto source = gate::paste_source(action, window);
  if (source == PasteSource::nothing || !eyes.clipboard) co_return Known<std::string>();
  auto text = co_await eyes.clipboard->read(source, deadline);
  co_return text;
}

namespace {

/// no_focus if a closed list in the window may have the focus without a report: the application contradicts the
/// display, which gives the window the focus, and does not count it as active (seen in GTK 3); or the tree does not
/// hold what has the focus in a list, and the event that named it came before interlockd listened (GTK 3). An open menu
/// of the program explains that nothing reports the focus. Any other active window has its focus on something that
/// reports none, as a canvas.
asio::awaitable<Known<std::vector<Element>>> look_for_list(Eyes eyes, const Window& window,
                                                           platform::Deadline deadline) {
  const auto stacked = co_await eyes.windows->windows_in_order(deadline);
  if (stacked.is_unknown()) co_return stacked.why();
  const bool menu_open = stacked && std::any_of(stacked->begin(), stacked->end(), [&](const auto& each) {
                           return each.popup && each.window.pid == window.pid;
                         });
  if (menu_open) co_return none;
  const std::vector<Rect> no_popups;
  const auto tree = co_await eyes.tree->visible_tree(window, no_popups, deadline);
  if (!tree) co_return tree.is_unknown() ? tree.why() : Unknown::not_accessible;
  const bool active = !tree->nodes.empty() && tree->nodes.front().element.states.has(State::active);
  if (active && !tree->lists_hide_focus) co_return none;
  const bool shown = std::any_of(tree->nodes.begin(), tree->nodes.end(),
                                 [](const auto& node) { return gate::is_closed_list(node.element); });
  if (shown || tree->cut != a11y::Cut::whole) co_return Unknown::no_focus;
  co_return none;
}

/// The controls that the action's keys press, wherever the focus is.
asio::awaitable<Known<std::vector<Element>>> observe_bound(Eyes eyes, const Action& action, const Observation& seen,
                                                           platform::Deadline deadline) {
  using Bound = Known<std::vector<Element>>;
  auto keys = gate::mnemonics_in(action);
  const bool hands_in = gate::handing_in(action, seen).has_value();
  const Element* chooses_from = gate::chooses_from(action, seen);
  const bool in_list = gate::may_be_in_list(action, seen);
  if (keys.empty() && !hands_in && chooses_from == nullptr && !in_list) co_return Bound();
  if (seen.window.is_none()) co_return none;
  if (seen.window.is_unknown()) co_return seen.window.why();
  if (!eyes.tree) co_return Unknown::no_accessibility_bus;
  if (chooses_from != nullptr) {
    const auto options = co_await eyes.tree->options_of(*seen.window, chooses_from->path, deadline);
    if (options.is_unknown()) co_return options.why();
    if (!options) co_return Unknown::unsupported;  // keys may choose options that the tree does not list
    co_return gate::may_be_chosen(action, seen, *options);
  }
  if (in_list && keys.empty() && !hands_in) {
    auto list = co_await look_for_list(eyes, *seen.window, deadline);
    co_return list;
  }
  Bound bound = none;
  if (!keys.empty()) bound = co_await eyes.tree->bound_to(*seen.window, std::move(keys), deadline);
  if (!hands_in || bound.is_unknown()) co_return bound;
  auto of_form = co_await eyes.tree->pressed_by_return(*seen.window, *seen.focus, deadline);
  if (!bound || !of_form) co_return of_form.is_none() ? bound : of_form;
  bound->insert(bound->end(), of_form->begin(), of_form->end());
  co_return bound;
}

/// A browser's tree reports which option has the focus some time after a key moved it (decision 8: within 50 ms).
constexpr std::chrono::milliseconds option_time{100};
constexpr int most_option_looks = 4;

asio::awaitable<void> look_again_in_list(Eyes eyes, const Action& action, std::chrono::milliseconds limit,
                                         Observation& seen) {
  if (!seen.window || !eyes.tree || !uses_keyboard(action) || !seen.document.has_value()) co_return;
  if (gate::chooses_from(action, seen) == nullptr) co_return;
  for (int looks = 0; looks < most_option_looks; ++looks) {
    co_await pause_for(option_time);
    auto sight = co_await eyes.tree->focused_element(*seen.window, std::chrono::steady_clock::now() + limit);
    const bool same = seen.focus && sight.element && seen.focus->path == sight.element->path;
    // A list had the focus: that now nothing has it is no answer to what the keys would choose.
    const bool lost = sight.element.is_unknown() && sight.element.why() == Unknown::no_focus;
    seen.focus = lost ? Known<Element>(Unknown::unstable) : std::move(sight.element);
    seen.document = std::move(sight.document);
    if (same || !seen.focus) co_return;
  }
}

/// The pages that the field is in, each a frame of the next.
asio::awaitable<Known<std::vector<Document>>> observe_frames(Eyes eyes, const Action& action, const Observation& seen,
                                                             platform::Deadline deadline) {
  using Frames = Known<std::vector<Document>>;
  if (!std::holds_alternative<TypeSecret>(action.body) || !seen.window || !seen.focus || !eyes.tree) co_return Frames();
  if (seen.document.is_none()) co_return none;
  auto frames = co_await eyes.tree->documents_around(*seen.window, seen.focus->path, deadline);
  co_return frames;
}

/// What a file manager or file chooser shows beside the target: its location and the selected items.
asio::awaitable<Known<std::vector<Element>>> observe_around(Eyes eyes, const Action& action,
                                                            const Observation& observation,
                                                            platform::Deadline deadline) {
  constexpr std::size_t most_parts = 200;
  if (!gate::needs_surroundings(action, observation)) co_return Known<std::vector<Element>>();
  if (!eyes.tree) co_return Unknown::no_accessibility_bus;
  const std::vector<Rect> no_popups;
  auto tree = co_await eyes.tree->visible_tree(*observation.window, no_popups, deadline);
  if (!tree) co_return tree.is_unknown() ? tree.why() : Unknown::not_accessible;
  std::vector<Element> around;
  for (auto& node : tree->nodes) {
    if (!gate::shows_files(node.element) || around.size() == most_parts) continue;
    node.element.ancestors.clear();
    around.push_back(std::move(node.element));
  }
  co_return around;
}

/// What is written at the point of a press, if no tree says what is there.
asio::awaitable<void> observe_pixels(Eyes eyes, const Action& action, std::chrono::milliseconds limit, Observed& seen) {
  const bool presses = std::holds_alternative<Click>(action.body) || std::holds_alternative<MouseDown>(action.body);
  const auto& window = seen.observation.window;
  if (!presses || !eyes.reader || !eyes.screen || !window || !seen.observation.element.is_unknown()) co_return;
  const auto deadline = std::chrono::steady_clock::now() + limit;
  auto read =
      co_await read_point(eyes.screen, eyes.reader, *window, seen.view.popup, *pointer_target(action), deadline);
  seen.observation.read = std::move(read.label);
  seen.view.shows = std::move(read.shows);
}

/// The target where a drag ends. The element is unknown if the window is unknown.
asio::awaitable<void> observe_drop(Eyes eyes, Point to, platform::Deadline deadline, Observation& observation) {
  if (!eyes.windows) co_return;
  const auto view = co_await eyes.windows->window_at(to, deadline);
  observation.drop_window = view.window;
  if (!view.window || !eyes.tree) co_return;
  auto sight = co_await eyes.tree->element_at(*view.window, view.popup, to, deadline);
  observation.drop = std::move(sight.element);
}

}  // namespace

namespace {

/// A window as a whole; if it would be closed, also the text that is being written in it.
asio::awaitable<Observed> observe_window(Eyes eyes, std::uint64_t id, bool closes, platform::Deadline deadline) {
  Observed seen;
  auto& observation = seen.observation;
  observation.element = observation.focus = none;
  observation.document = none;
  if (!eyes.windows) {
    observation.window = seen.view.window = Unknown::no_display;
    co_return seen;
  }
  seen.view = co_await eyes.windows->window_named(id, deadline);
  observation.window = seen.view.window;
  if (!closes || !observation.window || !eyes.tree) co_return seen;
  auto sight = co_await eyes.tree->focused_element(*observation.window, deadline);
  observation.focus = std::move(sight.element);
  co_return seen;
}

}  // namespace

asio::awaitable<Observed> observe(Eyes eyes, const Action& action, std::chrono::milliseconds limit,
                                  a11y::Certainty certainty) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  if (const auto changed = window_changed(action)) {
    const bool closes = std::holds_alternative<CloseWindow>(action.body);
    Observed whole = co_await observe_window(std::move(eyes), *changed, closes, deadline);
    co_return whole;
  }
  const auto point = pointer_target(action);
  Observed seen;
  if (!point && !uses_keyboard(action)) co_return seen;  // a wait touches nothing
  if (eyes.tree) eyes.tree->ask_ahead(point, deadline);
  if (!eyes.windows) {
    seen.observation.window = seen.view.window = Unknown::no_display;
  } else {
    if (point) {
      seen.view = co_await eyes.windows->window_at(*point, deadline);
    } else {
      seen.view = co_await eyes.windows->focused_window(deadline);
    }
    seen.observation.window = seen.view.window;
    if (seen.view.pointer_there) certainty = a11y::Certainty::settled;
  }
  // The window determines which application's tree is read: without a window no element can be trusted.
  auto& element = point ? seen.observation.element : seen.observation.focus;
  const auto& window = seen.observation.window;
  if (window.is_none()) {
    element = none;
    seen.observation.document = none;
  } else if (window.is_unknown()) {
    element = window.why();
    seen.observation.document = window.why();
  } else if (!eyes.tree) {
    element = Unknown::no_accessibility_bus;
    seen.observation.document = Unknown::no_accessibility_bus;
  } else {
    a11y::Sight sight;
    if (point) {
      sight = co_await eyes.tree->element_at(*window, seen.view.popup, *point, deadline, certainty);
    } else {
      sight = co_await eyes.tree->focused_element(*window, deadline);
    }
    element = std::move(sight.element);
    seen.observation.document = std::move(sight.document);
  }
  co_await observe_pixels(eyes, action, limit, seen);
  co_await look_again_in_list(eyes, action, limit, seen.observation);
  // A separate deadline: LibreOffice may need all of the other to report that nothing has the focus.
  const auto next = std::chrono::steady_clock::now() + limit;
  seen.observation.bound = co_await observe_bound(eyes, action, seen.observation, next);
  const auto after = std::chrono::steady_clock::now() + limit;
  seen.observation.frames = co_await observe_frames(eyes, action, seen.observation, after);
  const auto then = std::chrono::steady_clock::now() + limit;
  seen.observation.around = co_await observe_around(eyes, action, seen.observation, then);
  if (const auto* drag = std::get_if<Drag>(&action.body)) {
    co_await observe_drop(eyes, drag->to, deadline, seen.observation);
  }
  seen.observation.clipboard = co_await observe_pasted(eyes, action, seen.observation.window, deadline);
  co_return seen;
}

asio::awaitable<Known<std::vector<Element>>> observe_form(Eyes eyes, const Observation& seen,
                                                          platform::Deadline deadline) {
  if (!seen.window) co_return seen.window.is_none() ? Unknown::no_window : seen.window.why();
  if (!eyes.tree) co_return Unknown::no_accessibility_bus;
  const bool in_page = seen.document.has_value();
  const std::vector<Rect> no_popups;
  auto tree = co_await eyes.tree->visible_tree(*seen.window, no_popups, deadline);
  if (!tree) co_return tree.is_unknown() ? tree.why() : Unknown::not_accessible;
  if (tree->cut != a11y::Cut::whole) co_return Unknown::deadline;
  std::vector<Element> visible;
  for (auto& node : tree->nodes) {
    const auto& around = node.element.ancestors;
    // The browser's own tabs and bars change without the page.
    const bool of_page =
        std::any_of(around.begin(), around.end(), [](const Ancestor& each) { return each.role == Role::document_web; });
    if (in_page && !of_page) continue;
    if (gate::shows_form(node.element)) visible.push_back(std::move(node.element));
  }
  co_return visible;
}

const Known<Element>& target_element(const Action& action, const Observation& observation) {
  const bool keyboard = uses_keyboard(action);
  return keyboard ? observation.focus : observation.element;
}

}  // namespace interlock::daemon
