#include "a11y/listener.h"

#include <algorithm>
#include <utility>

#include "a11y/readable.h"
#include "a11y/words.h"

namespace interlock::a11y {
namespace {

constexpr std::size_t max_reach = 12;       ///< from the leaf up
constexpr std::size_t max_labelled = 4;     ///< controls of one label
constexpr std::size_t max_near_bytes = 60;  ///< text that is together at a point

/// A press on these is judged by the text on them.
bool is_pressed(Role role) {
  return role == Role::push_button || role == Role::push_button_menu || role == Role::toggle_button ||
         role == Role::link || role == Role::menu_item;
}

/// The browser itself handles these: it enters text, switches, chooses.
bool has_own_use(Role role) {
  switch (role) {
    case Role::check_box:
    case Role::radio_button:
    case Role::check_menu_item:
    case Role::radio_menu_item:
    case Role::menu:
    case Role::combo_box:
    case Role::spin_button:
    case Role::scroll_bar:
      return true;
    default:
      return takes_text(role);
  }
}

bool in_page(const Toolkit& toolkit, const std::vector<PathNode>& steps) {
  return toolkit.shows_web_pages && steps.back().role == Role::document_web;
}

/// The number of steps that a press may be meant for.
std::size_t reach(const std::vector<PathNode>& steps) {
  const auto last =
      std::find_if(steps.begin(), steps.end(), [](const PathNode& step) { return is_boundary(step.role); });
  return std::min<std::size_t>(max_reach, static_cast<std::size_t>(last - steps.begin()));
}

std::size_t label_among(const std::vector<PathNode>& steps) {
  std::size_t i = 0;
  while (i < reach(steps) && steps[i].role != Role::label) ++i;
  return i;
}

bool listens(std::string_view action) {
  return action == "click" || action == "press" || action == "jump";
}

/// The text at the point: the leaf's words, or those of the element that it is a small part of.
Awaitable<Seen<std::string>> words_near(Look look, Toolkit toolkit, std::vector<PathNode> steps, std::size_t end) {
  std::string near;
  for (std::size_t i = 0; i < std::min<std::size_t>(end, 2); ++i) {
    auto words = co_await words_in(look, toolkit, steps[i].ref);
    if (!words) co_return tl::unexpected(words.error());
    if (!*words || (i > 0 && (*words)->size() > max_near_bytes)) break;
    near = std::move(**words);
    if (steps[i].role != Role::static_) break;
  }
  co_return near;
}

Awaitable<Seen<std::vector<Ancestor>>> labelled(Look look, Ref label) {
  std::vector<Ancestor> found;
  auto targets = answer::relation(co_await look.ask(ask::relations(label)), relation_label_for);
  if (!targets && is_fatal(targets.error())) co_return tl::unexpected(targets.error());
  if (!targets) co_return found;
  if (targets->size() > max_labelled) targets->resize(max_labelled);
  std::vector<Request> requests;
  for (const auto& target : *targets) {
    requests.push_back(ask::role(target));
    requests.push_back(ask::name(target));
    requests.push_back(ask::whole_text(target));
  }
  const auto replies = co_await look.ask(std::move(requests));
  for (std::size_t i = 0; i < targets->size(); ++i) {
    const auto role = answer::role(replies[3 * i]);
    auto name = answer::string_property(replies[3 * i + 1]);
    auto text = answer::string(replies[3 * i + 2]);
    if (!role) co_return tl::unexpected(role.error());
    if (!name) co_return tl::unexpected(name.error());
    Ancestor control{.role = *role, .name = std::move(*name), .text = {}};
    if (text && is_pressed(*role)) control.text = without_objects(std::move(*text));
    found.push_back(std::move(control));
  }
  co_return found;
}

}  // namespace

std::vector<Request> reaction_requests(Toolkit toolkit, const std::vector<PathNode>& steps, std::size_t chosen) {
  std::vector<Request> requests;
  const Role role = steps[chosen].role;
  if (!in_page(toolkit, steps) || has_own_use(role)) return requests;
  if (is_pressed(role)) {
    requests.push_back(ask::whole_text(steps[chosen].ref));
    return requests;
  }
  for (std::size_t i = 0; i < reach(steps); ++i) requests.push_back(ask::action_name(steps[i].ref));
  return requests;
}

Awaitable<Seen<Reaction>> reaction(Look look, Toolkit toolkit, std::vector<PathNode> steps, std::size_t chosen,
                                   std::vector<dbus::Reply> replies) {
  Reaction seen;
  const Role role = steps[chosen].role;
  if (!is_pressed(role) && !has_own_use(role)) seen.listener = Unknown::unsupported;
  if (!in_page(toolkit, steps) || has_own_use(role)) co_return seen;
  if (is_pressed(role)) {
    auto text = answer::string(replies.front());
    if (!text && is_fatal(text.error())) co_return tl::unexpected(text.error());
    if (text) seen.text = without_objects(std::move(*text));
    co_return seen;
  }
  const std::size_t end = reach(steps);
  std::size_t listening = end;
  bool within = false;
  for (std::size_t i = 0; i < end && listening == end; ++i) {
    const auto action = answer::string(replies[i]);
    if (!action && is_fatal(action.error())) co_return tl::unexpected(action.error());
    if (action && listens(*action)) listening = i;
    within = within || (action && *action == "clickAncestor");
    if (action && *action == "activate") {  // "activate" puts the cursor into editable text
      seen.listener = none;
      co_return seen;
    }
  }
  if (listening < end) {
    auto words = co_await words_in(look, toolkit, steps[listening].ref);
    if (!words) co_return tl::unexpected(words.error());
    if (*words) seen.listener = Listener{.text = std::move(**words), .whole = true};
  }
  auto near = co_await words_near(look, toolkit, steps, end);
  if (!near) co_return tl::unexpected(near.error());
  if ((listening < end || within) && !seen.listener) {
    seen.listener = Listener{.text = *near, .whole = false};
  }
  seen.text = std::move(*near);
  if (const std::size_t label = label_among(steps); label < end) {
    auto controls = co_await labelled(look, steps[label].ref);
    if (!controls) co_return tl::unexpected(controls.error());
    seen.presses = std::move(*controls);
  }
  co_return seen;
}

}  // namespace interlock::a11y
