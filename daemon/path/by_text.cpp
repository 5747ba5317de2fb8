#include "daemon/path/by_text.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include "daemon/pictures/read_texts.h"
#include "daemon/process/pause.h"
#include "values/text.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto text_limit = 1000ms;
constexpr std::size_t most_matches = 6;

using Refused = tl::unexpected<platform::Refusal>;

Refused no_ref(std::string_view code, std::string reason) {
  return Refused(platform::Refusal{code, std::move(reason)});
}

Refused not_seen(Unknown why) {
  const auto& row = describe(why);
  return no_ref("target_unknown", std::string(row.meaning) + "; " + std::string(row.advice));
}

/// Whether one of `elements` is inside `outer`.
bool holds_another(const a11y::VisibleTree& tree, const Element* outer, const std::vector<const Element*>& elements) {
  const auto& nodes = tree.nodes;
  auto node = std::find_if(nodes.begin(), nodes.end(), [&](const auto& each) { return &each.element == outer; });
  if (node == nodes.end()) return false;
  const auto depth = node->depth;
  for (++node; node != nodes.end() && node->depth > depth; ++node) {
    if (std::find(elements.begin(), elements.end(), &node->element) != elements.end()) return true;
  }
  return false;
}

/// Without case, invisible characters, and spaces at its ends, which pages leave in the pieces of a text.
std::string compared(const std::string& text) {
  return std::string(trimmed(normalise(text).text));
}

/// Those whose text it is; if there are controls among them, without the labels that say the same. If there are none,
/// those that it describes: the hint of a button on which only a picture or a sign stands.
std::vector<const Element*> with_text(const a11y::VisibleTree& tree, const std::string& text,
                                      const std::function<bool(const Element&)>& is_shown) {
  const std::string wanted = compared(text);
  if (wanted.empty()) return {};
  std::vector<const Element*> found;
  std::vector<const Element*> described;
  for (const auto& node : tree.nodes) {
    const Element& element = node.element;
    if (!is_shown(element)) continue;
    if (compared(element.name) == wanted || compared(element.text) == wanted) {
      found.push_back(&element);
    } else if (compared(element.description) == wanted) {
      described.push_back(&element);
    }
  }
  if (found.empty()) found = std::move(described);
  const auto acts = [](const Element* each) { return is_actionable(each->role) || takes_text(each->role); };
  if (std::any_of(found.begin(), found.end(), acts)) std::erase_if(found, std::not_fn(acts));
  // Of a cell and the link in it, the link is meant.
  const auto all = found;
  std::erase_if(found, [&](const Element* outer) { return holds_another(tree, outer, all); });
  return found;
}

asio::awaitable<Known<a11y::VisibleTree>> tree_of(Eyes eyes, Window window, std::vector<Rect> popups,
                                                  Openings& openings) {
  auto tree = co_await eyes.tree->visible_tree(window, popups, steady_clock::now() + text_limit);
  while (tree.is_unknown() && may_get_tree(window, tree.why())) {
    const auto now = steady_clock::now();
    if (now >= openings.wait_until(window.id, now)) break;
    co_await pause_for(Openings::step);
    tree = co_await eyes.tree->visible_tree(window, popups, steady_clock::now() + text_limit);
  }
  if (tree) openings.published(window.id);
  co_return tree;
}

}  // namespace

asio::awaitable<tl::expected<std::string, platform::Refusal>> ref_of_text(Eyes eyes, std::shared_ptr<Session> asker,
                                                                          OnElement on, Openings& openings) {
  Session& session = *asker;
  if (!eyes.windows || !eyes.tree)
    co_return not_seen(eyes.windows ? Unknown::no_accessibility_bus : Unknown::no_display);
  const auto until = steady_clock::now() + text_limit;
  std::uint64_t id = on.window;
  if (id == 0) {
    const auto focus = co_await eyes.windows->focused_window(until);
    if (!focus.window) co_return not_seen(focus.window.is_unknown() ? focus.window.why() : Unknown::no_window);
    id = focus.window->id;
  }
  const auto stack = co_await eyes.windows->windows_in_order(until);
  if (!stack) co_return not_seen(stack.why());
  const auto window =
      std::find_if(stack->begin(), stack->end(), [&](const auto& each) { return each.window.id == id; });
  if (window == stack->end()) co_return no_ref("no_window", "no window " + std::to_string(id) + " is on the screen");
  std::vector<Rect> popups;
  for (const auto& each : *stack) {
    if (each.popup && each.window.pid && each.window.pid == window->window.pid) popups.push_back(each.window.rect);
  }
  auto tree = co_await tree_of(eyes, window->window, popups, openings);
  if (tree.is_unknown()) {
    auto texts =
        co_await read_texts(eyes, asker, window->window, popups, tree.why(), steady_clock::now() + texts_limit);
    tree = std::move(texts);
  }
  if (!tree) co_return not_seen(tree.is_unknown() ? tree.why() : Unknown::not_accessible);
  const auto blinders = session.gate.blinders();
  const auto found = with_text(*tree, on.text, [&](const Element& element) {
    return !blinders.is_hidden({.window = window->window, .element = element, .document = tree->document});
  });
  if (found.empty()) {
    co_return no_ref("no_such_text", "nothing that is visible in the window has the text " + in_quotes(on.text, 60) +
                                         "; observe, and use a ref");
  }
  if (found.size() == 1) co_return session.refs.name(id, *found.front());
  std::string refs;
  for (std::size_t i = 0; i < std::min(found.size(), most_matches); ++i) {
    refs += (refs.empty() ? "" : ", ") + session.refs.name(id, *found[i]) + " (" +
            std::string(role_name(found[i]->role)) + ")";
  }
  co_return no_ref("ambiguous_text", std::to_string(found.size()) + " elements have the text " +
                                         in_quotes(on.text, 60) + ": " + refs + "; use one of these refs");
}

}  // namespace interlock::daemon
