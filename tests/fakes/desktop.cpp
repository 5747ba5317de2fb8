#include "tests/fakes/desktop.h"

#include <algorithm>

#include "a11y/key_binding.h"

namespace interlock::test {

namespace asio = boost::asio;

FakeWindow& FakeDesktop::add(std::uint64_t id, gate::Rect rect, std::string app, std::string title) {
  gate::Window window{.id = id, .app = app, .wm_class = app, .title = std::move(title), .type = "normal", .rect = rect};
  window.pid = static_cast<std::uint32_t>(1000 + id);
  windows.push_back({std::move(window), {}});
  if (focused == 0) focused = id;
  return windows.back();
}

gate::Element& FakeDesktop::add_element(std::uint64_t id, gate::Role role, std::string name, gate::Rect extents) {
  auto& elements = window(id).elements;
  gate::Element element{.role = role, .name = std::move(name)};
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

gate::Known<gate::Window> FakeDesktop::top_at(gate::Point at) const {
  for (auto each = windows.rbegin(); each != windows.rend(); ++each) {
    if (each->window.rect.contains(at)) return each->window;
  }
  return gate::none;
}

gate::Known<gate::Window> FakeDesktop::top_focused() const {
  for (const auto& each : windows) {
    if (each.window.id == focused) return each.window;
  }
  return gate::none;
}

asio::awaitable<platform::WindowView> FakeDesktop::window_at(gate::Point at, platform::Deadline) {
  platform::WindowView view;
  view.window = top_at(at);
  view.popup = gate::none;
  view.pointer_there = pointer == at;
  co_return view;
}

asio::awaitable<platform::WindowView> FakeDesktop::focused_window(platform::Deadline) {
  platform::WindowView view;
  view.window = top_focused();
  view.popup = gate::none;
  co_return view;
}

asio::awaitable<a11y::Sight> FakeDesktop::element_at(const gate::Window& where, const gate::Known<gate::Rect>&,
                                                     gate::Point at, a11y::Deadline, a11y::Certainty certainty) {
  looks.push_back(certainty);
  if (on_look) on_look();
  if (answers.is_unknown()) co_return a11y::Sight{answers.why(), answers.why()};
  const auto& elements = window(where.id).elements;
  for (auto each = elements.rbegin(); each != elements.rend(); ++each) {
    if (each->extents.contains(at)) co_return a11y::Sight{*each, gate::none};
  }
  co_return a11y::Sight{gate::Unknown::nothing_at_point, gate::none};
}

asio::awaitable<void> FakeDesktop::reacted(const gate::Window&, const gate::Known<gate::Rect>&, gate::Point, bool,
                                           std::chrono::milliseconds, a11y::Deadline) {
  if (on_reaction) on_reaction();
  co_return;
}

asio::awaitable<a11y::Sight> FakeDesktop::focused_element(const gate::Window& where, a11y::Deadline) {
  if (answers.is_unknown()) co_return a11y::Sight{answers.why(), answers.why()};
  for (const auto& each : window(where.id).elements) {
    if (each.path == focused_path) co_return a11y::Sight{each, gate::none};
  }
  co_return a11y::Sight{gate::Unknown::no_focus, gate::none};
}

asio::awaitable<platform::WindowView> FakeDesktop::window_named(std::uint64_t id, platform::Deadline) {
  platform::WindowView view{.window = gate::none, .popup = gate::none, .receiver = id};
  for (const FakeWindow& each : windows) {
    if (each.window.id == id) view.window = each.window;
  }
  co_return view;
}

asio::awaitable<gate::Known<std::vector<platform::StackedWindow>>> FakeDesktop::windows_in_order(platform::Deadline) {
  std::vector<platform::StackedWindow> stack;
  for (const auto& each : windows) stack.push_back({each.window, false});
  co_return stack;
}

asio::awaitable<gate::Known<std::vector<gate::Element>>> FakeDesktop::bound_to(const gate::Window& where,
                                                                               std::vector<gate::KeyChord> keys,
                                                                               a11y::Deadline) {
  if (answers.is_unknown()) co_return answers.why();
  std::vector<gate::Element> bound;
  for (const auto& each : window(where.id).elements) {
    const auto says = each.attribute("keys");
    const auto names = [&](const gate::KeyChord& key) { return a11y::is_bound(says, key); };
    if (std::any_of(keys.begin(), keys.end(), names)) bound.push_back(each);
  }
  if (bound.empty()) co_return gate::none;
  co_return bound;
}

asio::awaitable<gate::Known<std::vector<gate::Element>>> FakeDesktop::pressed_by_return(const gate::Window& where,
                                                                                        const gate::Element&,
                                                                                        a11y::Deadline) {
  if (answers.is_unknown()) co_return answers.why();
  std::vector<gate::Element> pressed;
  for (const auto& each : window(where.id).elements) {
    if (!each.attribute("return").empty()) pressed.push_back(each);
  }
  if (pressed.empty()) co_return gate::none;
  co_return pressed;
}

asio::awaitable<gate::Known<a11y::VisibleTree>> FakeDesktop::visible_tree(const gate::Window& where,
                                                                          const std::vector<gate::Rect>&,
                                                                          a11y::Deadline) {
  if (answers.is_unknown()) co_return answers.why();
  a11y::VisibleTree tree;
  gate::Element frame{.role = gate::Role::frame, .name = where.title};
  frame.path = ":1." + std::to_string(where.id) + "/frame";
  frame.extents = where.rect;
  frame.value = gate::none;
  tree.nodes.push_back({0, std::move(frame), false});
  for (const auto& each : window(where.id).elements) {
    tree.nodes.push_back({each.ancestors.size() + 1, each, false});
  }
  co_return tree;
}

asio::awaitable<gate::Known<gate::Element>> FakeDesktop::named_element(const gate::Window& where,
                                                                       const std::string& path, a11y::Deadline) {
  if (answers.is_unknown()) co_return answers.why();
  for (const auto& each : window(where.id).elements) {
    if (each.path == path) co_return each;
  }
  co_return gate::none;
}

asio::awaitable<gate::Known<bool>> FakeDesktop::scroll_into_view(const gate::Window& where, const std::string& path,
                                                                 a11y::Deadline) {
  for (auto& each : window(where.id).elements) {
    if (each.path != path) continue;
    each.extents.y = where.rect.y + where.rect.height / 2;
    co_return true;
  }
  co_return gate::none;
}

asio::awaitable<platform::Delivery> FakeDesktop::perform(const gate::Action& action, const platform::WindowView& view,
                                                         platform::Deadline, platform::Cancelled cancelled) {
  if (before_act) before_act();
  if (cancelled()) co_return platform::Delivery{.refusal = platform::Refusal{"cancelled", "cancelled"}};
  const auto point = gate::pointer_target(action);
  const bool whole = gate::window_changed(action).has_value();
  const auto now = whole ? view.window : point ? top_at(*point) : top_focused();
  if (!now || !view.window || now->id != view.window->id || !(now->rect == view.window->rect)) {
    co_return platform::Delivery{.refusal = platform::Refusal{"window_changed", "another window is there"}};
  }
  delivered.push_back(gate::summarize(action) + " on " + std::to_string(now->id));
  if (std::holds_alternative<gate::Move>(action.body)) pointer = point;
  platform::Delivery done{.complete = true};
  if (const auto* type = std::get_if<gate::Type>(&action.body)) done.typed = type->text.size();
  co_return done;
}

asio::awaitable<platform::Arrival> FakeDesktop::approach(const gate::Action& action, const platform::WindowView& view,
                                                         platform::Deadline, platform::Cancelled cancelled) {
  if (cancelled()) co_return platform::Arrival{.refusal = platform::Refusal{"cancelled", "cancelled"}};
  const auto at = *gate::pointer_target(action);
  const auto now = top_at(at);
  if (!now || !view.window || now->id != view.window->id || !(now->rect == view.window->rect)) {
    co_return platform::Arrival{.refusal = platform::Refusal{"window_changed", "another window is there"}};
  }
  const bool was_there = pointer == at;
  pointer = at;
  if (!was_there && on_approach) on_approach();
  co_return platform::Arrival{.was_there = was_there};
}

asio::awaitable<gate::Known<std::string>> FakeDesktop::read(gate::PasteSource, platform::Deadline) {
  auto text = clipboard;
  if (after_paste_is_read) after_paste_is_read();
  co_return text;
}

asio::awaitable<void> FakeDesktop::release_all() {
  ++releases;
  co_return;
}

}  // namespace interlock::test
