#include "a11y/bound_controls.h"

#include <algorithm>
#include <utility>

#include "a11y/describe.h"
#include "a11y/key_binding.h"
#include "a11y/nodes.h"
#include "a11y/shown_nodes.h"

namespace interlock::a11y {
namespace {

/// A look has no time to ask for more. A page of Wikipedia has 1,500 links.
constexpr std::int32_t most_asked = 4000;
/// Per key. If several controls have the same key, a toolkit goes from one to the next.
constexpr std::size_t most_bound = 16;

/// Controls that a key can activate. Fields only get the focus.
bool is_set_off(Role role) {
  switch (role) {
    case Role::push_button:
    case Role::push_button_menu:
    case Role::toggle_button:
    case Role::check_box:
    case Role::radio_button:
    case Role::menu:
    case Role::menu_item:
    case Role::check_menu_item:
    case Role::radio_menu_item:
    case Role::tearoff_menu_item:
    case Role::page_tab:
    case Role::link:
    case Role::image_map:
    case Role::extended:
      return true;
    default:
      return false;
  }
}

std::vector<Role> set_off_roles() {
  std::vector<Role> roles;
  for (std::uint32_t number = 0; number < 128; ++number) {
    if (is_set_off(static_cast<Role>(number))) roles.push_back(static_cast<Role>(number));
  }
  return roles;
}

struct Candidate {
  Ref ref;
  std::string name;  ///< as the walk read it
};

/// With one request, which the application answers by a search in its own process.
Awaitable<Seen<std::vector<Candidate>>> by_matches(Look look, TopLevel top) {
  // Controls further down the page have their keys as well; those in a closed menu do not.
  const bool web = top.toolkit.shows_web_pages;
  States states;
  states.add(web ? State::visible : State::showing);
  auto roles = set_off_roles();
  const auto found = answer::refs(co_await look.ask(ask::matches(top.ref, states, std::move(roles), most_asked)));
  if (!found) co_return tl::unexpected(found.error());
  if (found->size() >= static_cast<std::size_t>(most_asked)) co_return tl::unexpected(Unknown::deadline);
  std::vector<Candidate> candidates;
  for (const auto& ref : *found) {
    if (!ref.is_null() && ref.bus == top.ref.bus) candidates.push_back({ref, {}});
  }
  co_return candidates;
}

/// Roles that contain no mnemonics and that LibreOffice reports slowly: documents, tool bars, closed menus, rows.
bool is_worth_entering(const Node& node) {
  switch (node.role) {
    case Role::document_frame:
    case Role::document_text:
    case Role::document_spreadsheet:
    case Role::document_presentation:
    case Role::tool_bar:
    case Role::menu:
    case Role::table:
    case Role::tree:
    case Role::tree_table:
    case Role::list:
    case Role::list_box:
    case Role::combo_box:
    case Role::status_bar:
      return false;
    default:
      return node.states.has(State::showing) && !is_set_off(node.role);
  }
}

/// By role and states only, without subtrees that need not be entered: for a toolkit that does not support GetMatches
/// and takes long over each node.
Awaitable<Seen<std::vector<Candidate>>> by_short_walk(Look look, TopLevel top) {
  constexpr int max_depth = 24;
  constexpr std::size_t max_nodes = 2000;
  std::vector<Candidate> candidates;
  auto parents = just(top.ref);
  std::size_t seen = 0;
  for (int depth = 0; depth < max_depth && !parents.empty(); ++depth) {
    auto nodes = co_await read_children(look, top.space, std::move(parents));
    if (!nodes) co_return tl::unexpected(nodes.error());
    seen += nodes->size();
    if (seen > max_nodes) co_return tl::unexpected(Unknown::deadline);
    parents.clear();
    for (auto& node : *nodes) {
      if (is_worth_entering(node)) parents.push_back(node.ref);
      if (is_set_off(node.role) && node.states.has(State::showing)) candidates.push_back({std::move(node.ref), {}});
    }
  }
  co_return candidates;
}

/// Level by level, for toolkits that do not support GetMatches.
Awaitable<Seen<std::vector<Candidate>>> by_walk(Look look, TopLevel top, Rect window) {
  auto areas = just(window);
  const TreeLimits limits;
  auto shown = co_await shown_nodes(look, top, std::move(areas), limits);
  if (!shown) co_return tl::unexpected(shown.error());
  if (shown->cut == Cut::disconnected) co_return tl::unexpected(Unknown::disconnected);
  if (shown->cut != Cut::whole) co_return tl::unexpected(Unknown::deadline);
  std::vector<Candidate> candidates;
  for (auto& node : shown->nodes) {
    if (is_set_off(node.role)) candidates.push_back({std::move(node.ref), std::move(node.name)});
  }
  co_return candidates;
}

bool any_bound(std::string_view binding, const Candidate& candidate, const Toolkit& toolkit,
               const std::vector<KeyChord>& keys) {
  return std::any_of(keys.begin(), keys.end(), [&](const KeyChord& key) {
    return is_bound(binding, key) || (toolkit.mnemonics_in_names && underlines(candidate.name, key));
  });
}

}  // namespace

Awaitable<Seen<std::vector<Element>>> bound_controls(Look look, TopLevel top, Rect window, std::vector<KeyChord> keys,
                                                     Parents& parents) {
  Seen<std::vector<Candidate>> candidates;
  if (top.toolkit.answers_slowly) {
    candidates = co_await by_short_walk(look, top);
  } else if (!top.toolkit.has_collection) {
    candidates = co_await by_walk(look, top, window);
  } else {
    candidates = co_await by_matches(look, top);
  }
  if (!candidates) co_return tl::unexpected(candidates.error());
  std::vector<Request> requests;
  requests.reserve(candidates->size());
  for (const auto& candidate : *candidates) requests.push_back(ask::key_binding(candidate.ref));
  const auto replies = co_await look.ask(std::move(requests));

  std::vector<Element> bound;
  for (std::size_t i = 0; i < candidates->size(); ++i) {
    const auto& candidate = (*candidates)[i];
    const auto binding = answer::string(replies[i]);
    if (!binding && is_fatal(binding.error())) co_return tl::unexpected(binding.error());
    const std::string_view says = binding ? std::string_view(*binding) : std::string_view();
    if (!any_bound(says, candidate, top.toolkit, keys)) continue;
    if (bound.size() == most_bound) co_return tl::unexpected(Unknown::malformed);
    auto seen = co_await describe(look, top, candidate.ref, parents);
    if (!seen) co_return tl::unexpected(seen.error());
    bound.push_back(std::move(seen->element));
  }
  const bool unreadable =
      std::any_of(keys.begin(), keys.end(), [](const KeyChord& key) { return !letter_of(key.key); });
  if (bound.empty() && unreadable) co_return tl::unexpected(Unknown::unsupported);
  co_return bound;
}

}  // namespace interlock::a11y
