#include "a11y/overlaps.h"

#include <algorithm>
#include <utility>

#include "a11y/readable.h"
#include "a11y/words.h"

namespace interlock::a11y {
namespace {

/// Roles of controls that can be pressed, whatever their state.
std::vector<Role> pressed_roles() {
  return {Role::push_button, Role::push_button_menu, Role::toggle_button, Role::link, Role::menu_item};
}

/// The outermost visible page: elements over one of its frames count as well.
Awaitable<Seen<Ref>> page_of(Look look, Ref window, Ref document) {
  States shown;
  shown.add(State::showing);
  const auto pages = answer::refs(co_await look.ask(ask::matches(window, shown, Role::document_web, 1)));
  if (!pages && is_fatal(pages.error())) co_return tl::unexpected(pages.error());
  co_return pages && !pages->empty() ? pages->front() : document;
}

Awaitable<Seen<std::vector<Ref>>> nodes_of(Look look, Ref page) {
  auto all = answer::refs(co_await look.ask(ask::matches(page, States{}, Role::invalid, max_page_nodes)));
  if (!all || all->size() < static_cast<std::size_t>(max_page_nodes)) co_return all;
  co_return answer::refs(co_await look.ask(ask::matches(page, States{}, pressed_roles(), max_pressed)));
}

/// Those whose box contains the point.
Awaitable<Seen<std::vector<Ref>>> at_point(Look look, Space space, std::vector<Ref> nodes, Point at) {
  std::vector<Request> requests;
  requests.reserve(nodes.size());
  for (const auto& node : nodes) requests.push_back(ask::extents(node, space.coordinates));
  const auto replies = co_await look.ask(std::move(requests));
  std::vector<Ref> found;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto extents = answer::rect(replies[i]);
    if (!extents && is_fatal(extents.error())) co_return tl::unexpected(extents.error());
    if (extents && space.on_screen(*extents).contains(at)) found.push_back(std::move(nodes[i]));
  }
  co_return found;
}

/// Those that react to clicks themselves, as the browser reports.
Awaitable<Seen<std::vector<Ref>>> that_listen(Look look, std::vector<Ref> nodes) {
  std::vector<Request> requests;
  for (const auto& node : nodes) requests.push_back(ask::action_name(node));
  const auto replies = co_await look.ask(std::move(requests));
  std::vector<Ref> found;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto action = answer::string(replies[i]);
    if (!action && is_fatal(action.error())) co_return tl::unexpected(action.error());
    if (action && (*action == "click" || *action == "press" || *action == "jump")) found.push_back(std::move(nodes[i]));
  }
  co_return found;
}

bool is_among(const std::vector<PathNode>& steps, std::size_t from, const Ref& ref) {
  return std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(from), steps.end(),
                     [&](const PathNode& step) { return step.ref == ref; });
}

/// Read as a control: its name, and the text on it.
Awaitable<Seen<Ancestor>> as_control(Look look, Toolkit toolkit, const PathNode& step) {
  Ancestor control{.role = Role::push_button, .name = step.name, .text = {}};
  const auto roles = pressed_roles();
  if (std::find(roles.begin(), roles.end(), step.role) != roles.end()) control.role = step.role;
  auto words = co_await words_in(look, toolkit, step.ref);
  if (!words) co_return tl::unexpected(words.error());
  if (*words && **words != control.name) control.text = std::move(**words);
  if (control.name.empty()) std::swap(control.name, control.text);
  co_return control;
}

}  // namespace

Awaitable<Seen<std::vector<Ancestor>>> overlaps(Look look, TopLevel top, std::vector<PathNode> steps,
                                                std::size_t chosen, Point at) {
  const auto page = co_await page_of(look, top.ref, steps.back().ref);
  if (!page) co_return tl::unexpected(page.error());
  auto nodes = co_await nodes_of(look, *page);
  if (!nodes) co_return tl::unexpected(nodes.error());
  std::erase_if(*nodes, [&](const Ref& node) { return is_among(steps, 0, node); });
  auto here = co_await at_point(look, top.space, std::move(*nodes), at);
  if (!here) co_return tl::unexpected(here.error());
  auto listening = co_await that_listen(look, std::move(*here));
  if (!listening) co_return tl::unexpected(listening.error());

  std::vector<Ancestor> found;
  Parents parents;
  for (const Ref& each : *listening) {
    if (found.size() == max_overlaps) break;
    const auto chain = co_await ancestry(look, top.toolkit, each, parents);
    if (!chain && is_fatal(chain.error())) co_return tl::unexpected(chain.error());
    // Elements inside the target are part of it.
    if (!chain || is_among(*chain, 1, steps[chosen].ref)) continue;
    auto control = co_await as_control(look, top.toolkit, chain->front());
    if (!control) co_return tl::unexpected(control.error());
    found.push_back(std::move(*control));
  }
  co_return found;
}

}  // namespace interlock::a11y
