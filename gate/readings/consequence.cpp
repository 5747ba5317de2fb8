#include "gate/readings/consequence.h"

#include <algorithm>

#include "gate/readings/evaluation_context.h"
#include "gate/words/lexicon.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

bool is_dialog(Role role) {
  return role == Role::dialog || role == Role::alert || role == Role::option_pane || role == Role::notification ||
         role == Role::info_bar;
}

/// What the dialog around the control says, normalised; nothing where there is no dialog.
std::optional<Text> dialog_text(const EvaluationContext& context) {
  std::string says;
  bool dialog = false;
  for (const Ancestor& ancestor : context.element->ancestors) {
    if (says.size() > max_target_text) break;
    dialog = dialog || is_dialog(ancestor.role);
    says += ancestor.name + '\n' + ancestor.text + '\n';
    if (is_dialog(ancestor.role)) break;
  }
  if (context.window != nullptr && context.window->type == "dialog") {
    dialog = true;
    says += context.window->title;
  }
  if (!dialog) return std::nullopt;
  return normalise(says);
}

bool says_something(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return c > ' '; });
}

/// The part of an address that says what its page is about: the path and the query's names, not the host, and not the
/// long values of trackers.
std::string_view path_of(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme != url.npos) url.remove_prefix(std::min(url.find('/', scheme + 3), url.size()));
  constexpr std::size_t most = 160;
  return utf8_prefix(url.substr(0, url.find('?')), most);
}

/// What the web page around the control is about; nothing outside a web page.
std::optional<Category> page_about(const EvaluationContext& context) {
  const Document* document = context.observation.document.get();
  if (document == nullptr) return std::nullopt;
  const auto by_path = lexicon().read_page(normalise(path_of(document->url)).text);
  const auto by_title = lexicon().read_page(normalise(document->title, 200).text);
  if (by_path && by_title) return std::min(*by_path, *by_title);
  return by_path ? by_path : by_title;
}

bool submits_form(const Element& element) {
  return element.attribute("type") == "submit" || element.attribute("tag") == "input-submit";
}

std::string does(const EvaluationContext& context, Category category) {
  return context.target_text() + " " + std::string(describe(category).what);
}

/// By its own words: name, or where that says nothing, its other texts.
std::optional<Consequence> by_label(const EvaluationContext& context, const LabelReading& label, bool in_page) {
  if (!label.category) return std::nullopt;
  const Category category = *label.category;
  // What a page offers to download is saved; in an application the same words mean its own lists and queues.
  if (category == Category::download && !in_page) return std::nullopt;
  if (in_page && label.leads && context.element->role == Role::link) return std::nullopt;
  return Consequence{category, "consequence", does(context, category), label.words};
}

std::optional<Consequence> by_dialog(const EvaluationContext& context, bool& acquitted, bool& unread) {
  const auto dialog = dialog_text(context);
  if (!dialog) return std::nullopt;
  unread = unread || dialog->cut;
  std::string words;
  if (const auto category = lexicon().read_text(dialog->text, words)) {
    return Consequence{*category, "dialog",
                       context.target_text() + " answers a dialog that " + std::string(describe(*category).what) +
                           ": " + in_quotes(dialog->text, 160),
                       std::string(utf8_prefix(dialog->text, 160))};
  }
  acquitted = !dialog->cut && says_something(dialog->text);
  return std::nullopt;
}

std::optional<Consequence> by_page(const EvaluationContext& context, const LabelReading& label) {
  const bool submits = submits_form(*context.element);
  if (!(label.agrees || label.keeps || label.goes_on) && !submits) return std::nullopt;
  const auto about = page_about(context);
  if (about && *about != Category::account && (label.agrees || (label.goes_on && *about != Category::purchase))) {
    return Consequence{*about, "page",
                       context.target_text() + " answers a page that " + std::string(describe(*about).what),
                       std::string(category_table()[static_cast<std::size_t>(*about)].name)};
  }
  const bool changes = label.keeps || label.agrees;
  if (about == Category::account && changes) {
    return Consequence{Category::account, "page", context.target_text() + " changes an account", "account page"};
  }
  if (about == Category::purchase && label.keeps) {
    return Consequence{Category::account, "page", context.target_text() + " keeps details for payment", "payment page"};
  }
  if (submits && !label.ordinary && !label.leaves && !label.goes_on) {
    return Consequence{Category::submit, "form", context.target_text() + " hands a form in", "type=submit"};
  }
  return std::nullopt;
}

/// The agent's own words may raise a control that says nothing by itself.
std::optional<Consequence> by_intent(const EvaluationContext& context) {
  if (context.action.intent.empty()) return std::nullopt;
  std::string words;
  const auto category = lexicon().read_text(normalise(context.action.intent).text, words);
  if (!category) return std::nullopt;
  return Consequence{*category, "intent",
                     context.target_text() + " " + std::string(describe(*category).what) +
                         ", by what the agent says it wants: " + in_quotes(context.action.intent, 160),
                     words};
}

LabelReading read_element(const EvaluationContext& context, bool& unread) {
  const Element& element = *context.element;
  LabelReading label = lexicon().read_label(context.label.text);
  unread = context.label.cut;
  for (const std::string* more : {&element.labelled_by, &element.description, &element.text}) {
    if (label.category || more->empty()) continue;
    const Text text = normalise(*more);
    unread = unread || text.cut;
    LabelReading other = lexicon().read_label(text.text);
    label.category = other.category;
    label.words = std::move(other.words);
    label.leads = other.leads;
  }
  return label;
}

std::optional<Consequence> read_all(const EvaluationContext& context, bool& unread) {
  const bool in_page = context.observation.document.get() != nullptr;
  const LabelReading label = read_element(context, unread);
  const bool generic = label.agrees || label.goes_on || !says_something(context.label.text);
  bool acquitted = false;
  if (generic) {
    if (auto found = by_dialog(context, acquitted, unread)) return found;
  }
  if (!acquitted) {
    if (auto found = by_label(context, label, in_page)) return found;
  }
  if (in_page) {
    if (auto found = by_page(context, label)) return found;
  }
  if (generic) return by_intent(context);
  return std::nullopt;
}

/// A text that may be no button at all asks where it says to do what harms most; "Invitation" and "Submit" are read.
bool counts_in_plain_text(Category category) {
  switch (category) {
    case Category::send:
    case Category::publish:
    case Category::purchase:
    case Category::transfer:
    case Category::delete_:
    case Category::wipe:
    case Category::grant:
    case Category::account:
    case Category::stop:
      return true;
    default:
      return false;
  }
}

std::optional<Consequence> of_plain_text(const EvaluationContext& context, bool& unread) {
  const LabelReading label = read_element(context, unread);
  bool acquitted = false;
  if (label.agrees || label.goes_on) return by_dialog(context, acquitted, unread);
  auto found = by_label(context, label, context.observation.document.has_value());
  if (found && !counts_in_plain_text(found->category)) found.reset();
  return found;
}

std::optional<Consequence> with_unread(const EvaluationContext& context, std::optional<Consequence> found,
                                       bool unread) {
  if (!found && unread) {
    found = Consequence{Category::confirm,
                        "text_too_long",
                        context.target_text() + " or the dialog around it has a text too long to be read whole",
                        {}};
  }
  if (found) found->unread = unread;
  return found;
}

}  // namespace

std::optional<Consequence> consequence_of(const EvaluationContext& context) {
  bool unread = false;
  const bool plain = context.control && context.control->plain;
  auto found = plain ? of_plain_text(context, unread) : read_all(context, unread);
  return with_unread(context, std::move(found), unread);
}

std::optional<Consequence> consequence_of_form(const EvaluationContext& context) {
  const Element& field = *context.element;
  std::string says = field.name + '\n' + field.labelled_by + '\n' + field.description + '\n';
  says += std::string(field.attribute("placeholder")) + '\n';
  for (const Ancestor& ancestor : field.ancestors) {
    if (ancestor.role == Role::document_web) break;
    if (ancestor.role == Role::form || ancestor.role == Role::landmark) says += ancestor.name + '\n';
  }
  std::string words;
  const Text text = normalise(says);
  if (const auto category = lexicon().read_text(text.text, words)) {
    return Consequence{*category, "form", context.target_text() + " " + std::string(describe(*category).what), words};
  }
  // Where nobody looked for its buttons, one may do something else than what the page is about.
  const auto about = context.observation.bound.is_none() ? page_about(context) : std::nullopt;
  if (!about || *about == Category::account) return std::nullopt;
  return Consequence{*about, "page",
                     context.target_text() + " answers a page that " + std::string(describe(*about).what),
                     std::string(category_table()[static_cast<std::size_t>(*about)].name)};
}

std::optional<Consequence> consequence_of_dialog(const EvaluationContext& context) {
  bool acquitted = false;
  bool unread = false;
  auto found = by_dialog(context, acquitted, unread);
  return with_unread(context, std::move(found), unread);
}

}  // namespace interlock::gate
