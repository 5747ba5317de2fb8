#include "a11y/form_buttons.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "a11y/facts.h"
#include "a11y/nodes.h"
#include "a11y/readable.h"

namespace interlock::a11y {
namespace {

constexpr std::int32_t most_asked = 200;  ///< controls of one form
constexpr std::size_t max_groups = 6;     ///< around a field without a form

bool is_form(Role role, const Seen<Attributes>& attributes) {
  if (role == Role::form) return true;
  return attributes && std::any_of(attributes->begin(), attributes->end(),
                                   [](const auto& each) { return each.first == "tag" && each.second == "form"; });
}

/// The step that is the field's form; nothing if there is none.
Awaitable<Seen<std::optional<std::size_t>>> form_among(Look look, std::vector<PathNode> steps) {
  std::vector<Request> requests;
  for (const auto& step : steps) requests.push_back(ask::attributes(step.ref));
  const auto replies = co_await look.ask(std::move(requests));
  for (std::size_t i = 1; i < steps.size(); ++i) {
    const auto attributes = answer::attributes(replies[i]);
    if (!attributes && is_fatal(attributes.error())) co_return tl::unexpected(attributes.error());
    if (is_form(steps[i].role, attributes)) co_return std::optional<std::size_t>(i);
  }
  co_return std::optional<std::size_t>{};
}

/// Requests the buttons in `group` and the nodes with the field's role; they come in tree order.
Request controls_in(const Ref& group, Role field) {
  std::vector<Role> roles{Role::push_button};
  if (field != Role::push_button) roles.push_back(field);
  return ask::matches(group, States{}, std::move(roles), most_asked);
}

/// Divides the nodes found in a group into the buttons before and after the field.
struct Around {
  std::vector<Ref> before;
  std::vector<Ref> after;
};
Awaitable<Seen<Around>> around(Look look, std::vector<Ref> controls, Ref field) {
  std::vector<Request> requests;
  for (const auto& control : controls) requests.push_back(ask::role(control));
  const auto replies = co_await look.ask(std::move(requests));
  Around found;
  bool passed = false;
  for (std::size_t i = 0; i < controls.size(); ++i) {
    passed = passed || controls[i] == field;
    const auto role = answer::role(replies[i]);
    if (!role && is_fatal(role.error())) co_return tl::unexpected(role.error());
    if (!role || *role != Role::push_button || controls[i] == field) continue;
    (passed ? found.after : found.before).push_back(std::move(controls[i]));
  }
  co_return found;
}

Awaitable<Seen<std::vector<Ref>>> of_form(Look look, Ref form, Ref field, Role role) {
  const auto controls = answer::refs(co_await look.ask(controls_in(form, role)));
  if (!controls) co_return tl::unexpected(controls.error());
  auto split = co_await around(look, *controls, field);
  if (!split) co_return tl::unexpected(split.error());
  std::vector<Ref> all = std::move(split->before);
  const std::size_t before = all.size();
  all.insert(all.end(), split->after.begin(), split->after.end());
  if (all.size() <= max_form_buttons) co_return all;
  std::vector<Ref> two{all.front()};
  if (before > 0 && before < all.size()) two.push_back(all[before]);
  co_return two;
}

/// From the smallest group outwards. A button that could not be read in time is ignored: it is only a guess that the
/// page handles Return in such a field.
Awaitable<std::vector<Ref>> without_form(Look look, std::vector<PathNode> steps, Role role) {
  for (std::size_t i = 1; i < steps.size() && i <= max_groups; ++i) {
    const auto controls = answer::refs(co_await look.ask(controls_in(steps[i].ref, role)));
    if (!controls) break;
    auto split = co_await around(look, *controls, steps.front().ref);
    if (!split) break;
    if (!split->after.empty()) co_return just(std::move(split->after.front()));
    if (!split->before.empty()) break;  // the group's buttons are before the field
  }
  co_return std::vector<Ref>{};
}

/// Their names and the texts on them; from `outside` on, their ancestors are the field's.
Awaitable<Seen<std::vector<Element>>> described_buttons(Look look, TopLevel top, std::vector<Ref> refs,
                                                        std::vector<Ancestor> outside) {
  std::vector<Request> requests;
  for (const auto& ref : refs) {
    requests.push_back(ask::name(ref));
    requests.push_back(description_request(top.toolkit, ref));
    requests.push_back(ask::states(ref));
    requests.push_back(ask::attributes(ref));
    requests.push_back(ask::whole_text(ref));
    requests.push_back(ask::extents(ref, coordinates_of(top.toolkit)));
  }
  const auto replies = co_await look.ask(std::move(requests));
  std::vector<Element> buttons;
  for (std::size_t i = 0; i < refs.size(); ++i) {
    const auto* reply = &replies[6 * i];
    auto name = answer::string_property(reply[0]);
    auto description = description_from(top.toolkit, reply[1]);
    const auto states = answer::states(reply[2]);
    auto attributes = answer::attributes(reply[3]);
    auto text = answer::string(reply[4]);
    const auto extents = answer::rect(reply[5]);
    if (!name) co_return tl::unexpected(name.error());
    if (!description) co_return tl::unexpected(description.error());
    if (!states) co_return tl::unexpected(states.error());
    Element button{.role = Role::push_button, .name = std::move(*name), .description = std::move(*description)};
    button.value = none;
    button.states = *states;
    if (extents) button.extents = top.space.on_screen(*extents, is_in_part(top.space, attributes));
    if (attributes) button.attributes = std::move(*attributes);
    if (text) *text = without_objects(std::move(*text));
    if (text && *text != button.name) button.text = std::move(*text);
    button.ancestors = outside;
    button.path = refs[i].bus + refs[i].path;
    buttons.push_back(std::move(button));
  }
  co_return buttons;
}

}  // namespace

Awaitable<Seen<std::vector<Element>>> buttons_for_return(Look look, TopLevel top, Ref field, Element described,
                                                         Parents& parents) {
  std::vector<Element> none;
  if (!top.toolkit.shows_web_pages) co_return none;
  const auto steps = co_await ancestry(look, top.toolkit, field, parents);
  if (!steps) co_return tl::unexpected(steps.error());
  if (steps->back().role != Role::document_web) co_return none;
  const auto form = co_await form_among(look, *steps);
  if (!form) co_return tl::unexpected(form.error());
  // Return in an open list takes the option; the keys of the list are judged where the list is.
  const bool in_list = described.role == Role::combo_box && described.states.has(State::expanded);
  if (!*form && in_list) co_return none;
  Seen<std::vector<Ref>> refs;
  if (*form) {
    refs = co_await of_form(look, (*steps)[**form].ref, field, described.role);
  } else {
    refs = co_await without_form(look, *steps, described.role);
  }
  if (!refs) co_return tl::unexpected(refs.error());
  auto outside = std::move(described.ancestors);
  const std::size_t inner = *form ? std::min(**form - 1, outside.size()) : 0;
  outside.erase(outside.begin(), outside.begin() + static_cast<std::ptrdiff_t>(inner));
  auto buttons = co_await described_buttons(look, std::move(top), std::move(*refs), std::move(outside));
  co_return buttons;
}

}  // namespace interlock::a11y
