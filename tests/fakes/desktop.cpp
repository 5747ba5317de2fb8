#include "tests/fakes/desktop.h"

#include <algorithm>

#include "a11y/key_binding.h"

namespace interlock::test {

namespace asio = boost::asio;

FakeWindow& FakeDesktop::add(std::uint64_t id, Rect rect, std::string app, std::string title) {
  Window window{.id = id, .app = app, .wm_class = app, .title = std::move(title), .type = "normal", .rect = rect};
  window.pid = static_cast<std::uint32_t>(1000 + id);
  windows.push_back({std::move(window), {}});
  if (focused == 0) focused = id;
  return windows.back();
}

Element& FakeDesktop::add_element(std::uint64_t id, Role role, std::string name, Rect extents) {
  auto& elements = window(id).elements;
  Element element{.role = role, .name = std::move(name)};
  element.path = ":1." + std::to_string(id) + "/" + std::to_string(elements.size());
  element.extents = extents;
  elements.push_back(std::move(element));
  return elements.back();
}

FakeWindow& FakeDesktop::window(std::uint64_t id) {
  return *std::find_if(windows.begin(), windows.end(), [&](const FakeWindow& each) { return each.window.id == id; });
}

void FakeDesktop::raise(std::uint64_t id) {
  const auto found =
      std::find_if(windows.begin(), windows.end(), [&](const FakeWindow& each) { return each.window.id == id; });
  std::rotate(found, found + 1, windows.end());
}

Known<Window> FakeDesktop::top_at(Point at) const {
  for (auto each = windows.rbegin(); each != windows.rend(); ++each) {
    if (each->window.rect.contains(at)) return each->window;
  }
  return none;
}

Known<Window> FakeDesktop::top_focused() const {
  for (const auto& each : windows) {
    if (each.window.id == focused) return each.window;
  }
  return none;
}

asio::awaitable<platform::WindowView> FakeDesktop::window_at(Point at, platform::Deadline) {
  platform::WindowView view;
  view.window = top_at(at);
  view.popup = none;
  view.pointer_there = pointer == at;
  co_return view;
}

asio::awaitable<platform::WindowView> FakeDesktop::focused_window(platform::Deadline) {
  platform::WindowView view;
  view.window = top_focused();
  view.popup = none;
  co_return view;
}

asio::awaitable<a11y::Sight> FakeDesktop::element_at(const Window& where, const Known<Rect>&, Point at, a11y::Deadline,
                                                     a11y::Certainty certainty) {
  looks.push_back(certainty);
  if (on_look) on_look();
  if (answers.is_unknown()) co_return a11y::Sight{answers.why(), answers.why()};
  const auto& elements = window(where.id).elements;
  const Point hit{at.x, at.y + scrolled};
  for (auto each = elements.rbegin(); each != elements.rend(); ++each) {
    if (!each->extents.contains(hit)) continue;
    a11y::Sight sight{*each, none};
    sight.around = {each->path, std::string(each->attribute("inside"))};
    co_return sight;
  }
  co_return a11y::Sight{Unknown::nothing_at_point, none};
}

asio::awaitable<void> FakeDesktop::reacted(const Window&, const Known<Rect>&, Point, bool, std::chrono::milliseconds,
                                           a11y::Deadline) {
  if (on_reaction) on_reaction();
  co_return;
}

asio::awaitable<a11y::Sight> FakeDesktop::focused_element(const Window& where, a11y::Deadline) {
  if (on_look) on_look();
  if (answers.is_unknown()) co_return a11y::Sight{answers.why(), answers.why()};
  for (const auto& each : window(where.id).elements) {
    if (each.path != focused_path) continue;
    Known<Document> page = none;
    if (frames && !frames->empty()) page = frames->front();
    co_return a11y::Sight{each, page};
  }
  co_return a11y::Sight{Unknown::no_focus, none};
}

asio::awaitable<platform::WindowView> FakeDesktop::window_named(std::uint64_t id, platform::Deadline) {
  platform::WindowView view{.window = none, .popup = none};
  for (const FakeWindow& each : windows) {
    if (each.window.id == id) view.window = each.window;
  }
  co_return view;
}

asio::awaitable<Known<std::vector<ProgramWindow>>> FakeDesktop::windows_of(std::uint32_t pid, platform::Deadline) {
  std::vector<ProgramWindow> all;
  for (const auto& [window, elements] : windows) {
    if (window.pid != Known<std::uint32_t>(pid)) continue;
    all.push_back({window.id, window.title, {window.rect}, window.id == focused});
  }
  co_return all;
}

asio::awaitable<Known<std::vector<platform::StackedWindow>>> FakeDesktop::windows_in_order(platform::Deadline) {
  std::vector<platform::StackedWindow> stack;
  for (const auto& each : windows) stack.push_back({each.window, false});
  co_return stack;
}

asio::awaitable<Known<std::vector<Element>>> FakeDesktop::bound_to(const Window& where, std::vector<KeyChord> keys,
                                                                   a11y::Deadline) {
  if (answers.is_unknown()) co_return answers.why();
  std::vector<Element> bound;
  for (const auto& each : window(where.id).elements) {
    const auto says = each.attribute("keys");
    const auto names = [&](const KeyChord& key) { return a11y::is_bound(says, key); };
    if (std::any_of(keys.begin(), keys.end(), names)) bound.push_back(each);
  }
  if (bound.empty()) co_return none;
  co_return bound;
}

asio::awaitable<Known<std::vector<Element>>> FakeDesktop::pressed_by_return(const Window& where, const Element&,
                                                                            a11y::Deadline) {
  if (answers.is_unknown()) co_return answers.why();
  std::vector<Element> pressed;
  for (const auto& each : window(where.id).elements) {
    if (!each.attribute("return").empty()) pressed.push_back(each);
  }
  if (pressed.empty()) co_return none;
  co_return pressed;
}

asio::awaitable<Known<a11y::VisibleTree>> FakeDesktop::visible_tree(const Window& where, const std::vector<Rect>&,
                                                                    a11y::Deadline) {
  if (answers.is_unknown()) co_return answers.why();
  a11y::VisibleTree tree;
  Element frame{.role = Role::frame, .name = where.title};
  frame.path = ":1." + std::to_string(where.id) + "/frame";
  frame.extents = where.rect;
  frame.value = none;
  tree.cut = cut;
  tree.lists_hide_focus = lists_hide_focus;
  if (counts_as_active) frame.states.add(State::active);
  tree.nodes.push_back({0, std::move(frame), false});
  for (const auto& each : window(where.id).elements) {
    tree.nodes.push_back({each.ancestors.size() + 1, each, false});
  }
  co_return tree;
}

asio::awaitable<Known<std::vector<Element>>> FakeDesktop::options_of(const Window& where, const std::string&,
                                                                     a11y::Deadline) {
  std::vector<Element> options;
  for (const auto& each : window(where.id).elements) {
    if (each.role == Role::list_item) options.push_back(each);
  }
  if (options.empty()) co_return none;
  co_return options;
}

asio::awaitable<Known<a11y::VisibleTree>> FakeDesktop::unplaced_tree(const Window&, a11y::Deadline) {
  co_return none;
}

asio::awaitable<Known<Element>> FakeDesktop::named_element(const Window& where, const std::vector<Rect>&,
                                                           const std::string& path, a11y::Deadline) {
  if (answers.is_unknown()) co_return answers.why();
  for (const auto& each : window(where.id).elements) {
    if (each.path == path) co_return each;
  }
  co_return none;
}

asio::awaitable<Known<std::vector<Document>>> FakeDesktop::documents_around(const Window&, const std::string&,
                                                                            a11y::Deadline) {
  co_return frames;
}

asio::awaitable<Known<bool>> FakeDesktop::scroll_into_view(const Window& where, const std::string& path,
                                                           a11y::Deadline) {
  for (auto& each : window(where.id).elements) {
    if (each.path != path) continue;
    each.extents.y = where.rect.y + where.rect.height / 2;
    co_return true;
  }
  co_return none;
}

asio::awaitable<platform::Delivery> FakeDesktop::perform(const Action& action, const platform::WindowView& view,
                                                         platform::Deadline, platform::Cancelled cancelled) {
  if (before_act) before_act();
  if (cancelled()) co_return platform::Delivery{.refusal = platform::Refusal{"cancelled", "cancelled"}};
  const auto point = pointer_target(action);
  const bool whole = window_changed(action).has_value();
  const auto now = whole ? view.window : point ? top_at(*point) : top_focused();
  if (!now || !view.window || now->id != view.window->id || !(now->rect == view.window->rect)) {
    co_return platform::Delivery{.refusal = platform::Refusal{"window_changed", "another window is there"}};
  }
  delivered.push_back(summarize(action) + " on " + std::to_string(now->id));
  if (std::holds_alternative<Move>(action.body)) pointer = point;
  platform::Delivery done{.complete = true};
  if (const auto* type = std::get_if<Type>(&action.body)) done.typed = type->text.size();
  co_return done;
}

asio::awaitable<platform::Arrival> FakeDesktop::approach(const Action& action, const platform::WindowView& view,
                                                         platform::Deadline, platform::Cancelled cancelled) {
  if (cancelled()) co_return platform::Arrival{.refusal = platform::Refusal{"cancelled", "cancelled"}};
  const auto at = *pointer_target(action);
  const auto now = top_at(at);
  if (!now || !view.window || now->id != view.window->id || !(now->rect == view.window->rect)) {
    co_return platform::Arrival{.refusal = platform::Refusal{"window_changed", "another window is there"}};
  }
  const bool was_there = pointer == at;
  pointer = at;
  if (!was_there && on_approach) on_approach();
  co_return platform::Arrival{.was_there = was_there};
}

asio::awaitable<Known<std::string>> FakeDesktop::read(PasteSource, platform::Deadline) {
  auto text = clipboard;
  if (after_paste_is_read) after_paste_is_read();
  co_return text;
}

asio::awaitable<void> FakeDesktop::release_all() {
  ++releases;
  co_return;
}

}  // namespace interlock::test
