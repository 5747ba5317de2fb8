#include "a11y/describe.h"

#include <utility>

#include "a11y/cell_path.h"
#include "a11y/dialog_text.h"
#include "a11y/document.h"
#include "a11y/facts.h"
#include "a11y/listener.h"
#include "a11y/nodes.h"
#include "a11y/readable.h"
#include "a11y/text.h"
#include "a11y/words.h"

namespace interlock::a11y {
namespace {

constexpr std::int32_t max_text = 1024;  ///< characters of a value

/// An optional answer: `T{}` for what the application does not offer; but a missing answer is an error.
template <class T>
Seen<T> optional(Seen<T> answer) {
  if (answer || is_fatal(answer.error()) || answer.error() == Unknown::malformed) return answer;
  return T{};
}

Awaitable<Seen<Known<std::string>>> value_of(Look look, Ref ref, const Element& element) {
  if (is_password(element)) co_return Known<std::string>(none);
  if (has_number(element.role)) {
    const auto number = answer::number_property(co_await look.ask(ask::current_value(ref)));
    if (number) co_return Known<std::string>(number_text(*number));
    if (is_fatal(number.error())) co_return tl::unexpected(number.error());
  }
  if (takes_text(element.role)) {
    const auto text = co_await texts(look, just(ref), max_text);
    if (!text) co_return tl::unexpected(text.error());
    if (text->front()) co_return Known<std::string>(*text->front());
  }
  co_return Known<std::string>(none);
}

/// What the first answers about `step` say: description, states, attributes, relations, extents.
Seen<Element> element_from(const TopLevel& top, const PathNode& step, const std::vector<dbus::Reply>& replies) {
  auto description = description_from(top.toolkit, replies[0]);
  const auto states = answer::states(replies[1]);
  auto attributes = optional(answer::attributes(replies[2]));
  const auto extents = optional(answer::rect(replies[4]));
  if (!description) return tl::unexpected(description.error());
  if (!states) return tl::unexpected(states.error());
  if (!attributes) return tl::unexpected(attributes.error());
  if (!extents) return tl::unexpected(extents.error());
  Element element{.role = step.role, .name = step.name, .description = std::move(*description), .states = *states};
  element.attributes = std::move(*attributes);
  element.extents = top.space.on_screen(*extents, is_in_part(top.space, answer::attributes(replies[2])));
  element.path = step.ref.bus + step.ref.path;
  return element;
}

/// What is above `steps[chosen]`, nearest first.
Awaitable<Seen<std::vector<Ancestor>>> ancestors(Look look, const std::vector<PathNode>& steps, std::size_t chosen) {
  std::vector<Ancestor> found;
  for (std::size_t i = chosen + 1; i < steps.size() && found.size() < max_ancestors; ++i) {
    const auto& above = steps[i];
    Ancestor ancestor{.role = above.role, .name = above.name, .text = {}};
    if (above.role == Role::dialog || above.role == Role::alert) {
      auto text = co_await dialog_text(look, above.ref);
      if (!text) co_return tl::unexpected(text.error());
      ancestor.text = std::move(*text);
    }
    found.push_back(std::move(ancestor));
  }
  co_return found;
}

/// The name of the first of an element's labels; empty if it has none.
Awaitable<Seen<std::string>> label_of(Look look, const std::vector<Ref>& labels) {
  if (labels.empty()) co_return std::string();
  co_return optional(answer::string_property(co_await look.ask(ask::name(labels.front()))));
}

}  // namespace

Awaitable<Seen<Description>> describe(Look look, TopLevel top, Ref leaf, Parents& parents) {
  auto steps = co_await ancestry(look, top.toolkit, leaf, parents);
  if (!steps) co_return tl::unexpected(steps.error());
  const auto chosen = actionable(*steps);
  const auto& step = (*steps)[chosen];

  auto requests = together(description_request(top.toolkit, step.ref), ask::states(step.ref), ask::attributes(step.ref),
                           ask::relations(step.ref), ask::extents(step.ref, coordinates_of(top.toolkit)));
  const auto web = steps->back().role == Role::document_web ? steps->back().ref : Ref{};
  if (!web.is_null()) requests.push_back(ask::document_attributes(web));
  const std::size_t own = requests.size();
  for (auto& request : reaction_requests(top.toolkit, *steps, chosen)) requests.push_back(std::move(request));
  auto replies = co_await look.ask(std::move(requests));

  auto described = element_from(top, step, replies);
  if (!described) co_return tl::unexpected(described.error());
  if (chosen + 1 < steps->size() && has_cell_path(top.toolkit, step.role, (*steps)[chosen + 1].role)) {
    described->path = cell_path((*steps)[chosen + 1].ref, described->extents);
  }
  const auto labels = optional(answer::relation(replies[3], relation_labelled_by));
  if (!labels) co_return tl::unexpected(labels.error());

  Description seen;
  auto& element = seen.element;
  element = std::move(*described);
  auto label = co_await label_of(look, *labels);
  if (!label) co_return tl::unexpected(label.error());
  element.labelled_by = std::move(*label);
  auto value = co_await value_of(look, step.ref, element);
  if (!value) co_return tl::unexpected(value.error());
  element.value = std::move(*value);

  std::vector<dbus::Reply> about;
  for (std::size_t i = own; i < replies.size(); ++i) about.push_back(std::move(replies[i]));
  auto reacts = co_await reaction(look, top.toolkit, *steps, chosen, std::move(about));
  if (!reacts) co_return tl::unexpected(reacts.error());
  if (reacts->text != element.name) element.text = std::move(reacts->text);
  if (element.name.empty() && is_option(element.role) && top.toolkit.items_hold_their_names) {
    auto words = co_await words_in(look, top.toolkit, step.ref);
    if (!words) co_return tl::unexpected(words.error());
    if (*words) element.text = std::move(**words);
  }
  element.listener = std::move(reacts->listener);
  element.presses = std::move(reacts->presses);

  auto around = co_await ancestors(look, *steps, chosen);
  if (!around) co_return tl::unexpected(around.error());
  element.ancestors = std::move(*around);

  if (!web.is_null()) {
    seen.document = document_from(replies[5], steps->back().name);
  } else {
    seen.document = co_await shown_document(look, top);
  }
  seen.steps = std::move(*steps);
  co_return seen;
}

}  // namespace interlock::a11y
