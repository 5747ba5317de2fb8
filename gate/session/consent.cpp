#include "gate/session/consent.h"

#include <algorithm>
#include <array>

#include "gate/session/shown_form.h"
#include "gate/words/lexicon.h"
#include "values/text.h"
#include "values/visit.h"

namespace interlock::gate {

namespace {

/// Rules that ask each time, even after an earlier yes.
constexpr std::array<std::string_view, 4> never_lasting = {"command", "blocklist", "protected", "credential"};

/// Text is of any length, so its length goes first: no two questions read the same.
void add(std::string& about, std::string_view part) {
  about += std::to_string(part.size());
  about += ':';
  about += part;
}

void add(std::string& about, const Element& element) {
  add(about, std::to_string(static_cast<int>(element.role)));
  add(about, element.name);
  add(about, element.description);
  add(about, element.labelled_by);
  for (const auto* all : {&element.ancestors, &element.presses}) {
    for (const Ancestor& each : *all) {
      add(about, each.name);
      add(about, each.text);
    }
  }
  add(about, element.text);
  add(about, element.listener ? element.listener->text : std::string());
}

template <class Value, class Add>
void add_known(std::string& about, const Known<Value>& known, Add add_value) {
  if (known) {
    add_value(*known);
  } else {
    add(about, known.is_none() ? std::string_view("none") : describe(known.why()).code);
  }
}

void add_modifiers(std::string& about, const Modifiers& modifiers) {
  add(about, to_string(KeyChord{modifiers, "-"}));
}

/// What would be done, without the place on the screen: it is the element's.
void add_action(std::string& about, const Action& action) {
  add(about, action_type(action));
  const auto add_button = [&](Button button) { add(about, std::to_string(static_cast<int>(button))); };
  std::visit(
      Overloaded{
          [&](const Click& click) {
            add(about, std::to_string(static_cast<int>(click.button)) + "x" + std::to_string(click.count));
            add_modifiers(about, click.modifiers);
          },
          [&](const Drag& drag) {
            add_button(drag.button);
            add_modifiers(about, drag.modifiers);
          },
          [&](const AnyOf<MouseDown, MouseUp> auto& one) { add_button(one.button); },
          [&](const Type& type) { add(about, type.text); },
          [&](const Key& key) {
            for (const KeyChord& chord : key.chords) add(about, to_string(chord));
          },
          [&](const AnyOf<KeyDown, KeyUp> auto& one) { add(about, to_string(one.key)); },
          [&](const Navigate& go) { add(about, go.url); },
          [&](const AnyOf<Move, Scroll, Wait, Sequence, SelectOption, SetValue, FillForm, TypeSecret, ChangeWindow,
                          MoveWindow, ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop, SetDesktopCount,
                          MoveViewport> auto&) { add(about, summarize(action, std::string::npos)); },
      },
      action.body);
}

/// What goes to others, costs money or gives rights is asked about each time: the next order is another one.
std::string why_not(Category category) {
  switch (category) {
    case Category::send:
    case Category::publish:
    case Category::purchase:
    case Category::transfer:
    case Category::grant:
      return "what " + std::string(describe(category).what) + " is asked about each time";
    default:
      return {};
  }
}

/// Whichever rule asks.
std::string why_not_by_label(const Element& element) {
  for (const std::string* text : {&element.name, &element.text}) {
    if (const auto category = lexicon().read_label(normalise(*text).text).category) return why_not(*category);
  }
  return {};
}

/// The findings that ask, and what they found.
void add_findings(Consent& consent, const Assessment& assessment) {
  for (const Finding& finding : assessment.findings) {
    if (finding.decision < Decision::require_confirmation) continue;
    add(consent.about, finding.rule);
    add(consent.about, finding.code);
    add(consent.about, finding.evidence);
    if (const auto category = category_of(finding); category && consent.why_not.empty()) {
      consent.why_not = why_not(*category);
    }
    if (std::find(never_lasting.begin(), never_lasting.end(), finding.rule) == never_lasting.end()) continue;
    consent.why_not = "the rule '" + std::string(finding.rule) + "' asks each time";
  }
}

/// The application shows no tree, and nothing else asks. Terminals do not ask for this
/// reason: what is typed there is judged as commands.
bool asks_only_unseen(const Assessment& assessment) {
  bool unseen = false;
  for (const Finding& finding : assessment.findings) {
    if (finding.decision < Decision::require_confirmation) continue;
    const auto why = unknown_from_code(finding.evidence);
    const bool lasting = why == Unknown::not_accessible || why == Unknown::accessibility_off;
    if (finding.rule != "context" || finding.code != "unknown_target" || !lasting) return false;
    unseen = true;
  }
  return unseen;
}

/// The window with what makes it another one; empty if that is not known, or if the action reaches another window.
std::string this_window(const Action& action, const Observation& observation) {
  const Window* window = observation.window.get();
  if (window == nullptr || window->id == 0 || !window->pid) return {};
  if (std::holds_alternative<Drag>(action.body) && observation.drop_window != observation.window) return {};
  std::string text;
  for (const std::string& part : {std::string("window"), std::to_string(window->id), std::to_string(*window->pid),
                                  window->app, window->wm_class}) {
    add(text, part);
  }
  return text;
}

/// Where text is typed and why it asks, without the text and without what changes as it grows: the field's size.
std::string field_of(const Action& action, const Observation& observation, const Assessment& assessment) {
  if (!std::holds_alternative<Type>(action.body) || !observation.focus || observation.focus->path.empty()) return {};
  std::string field = this_window(action, observation);
  if (field.empty()) return {};
  add(field, observation.focus->path);
  add(field, std::to_string(static_cast<int>(observation.focus->role)));
  add(field, observation.focus->name);
  add_known(field, observation.document, [&](const Document& document) { add(field, document.url); });
  Consent asks;
  add_findings(asks, assessment);
  add(field, asks.about);
  return field;
}

}  // namespace

Consent consent(const Action& action, const Observation& observation, const Assessment& assessment,
                const Typing& typing, const Known<std::vector<Element>>& form) {
  Consent consent;
  std::string& about = consent.about;
  add_findings(consent, assessment);
  add_action(about, action);
  add_known(about, observation.window, [&](const Window& window) {
    add(about, window.app);
    add(about, window.wm_class);
  });
  const bool keyboard = uses_keyboard(action);
  const Known<Element>& target = keyboard ? observation.focus : observation.element;
  add_known(about, target, [&](const Element& element) { add(about, element); });
  const ReadLabel* read = keyboard ? nullptr : observation.read.get();
  if (target.is_unknown() && read != nullptr && read->confidence >= ReadLabel::sure) add(about, read->text);
  add_known(about, observation.drop, [&](const Element& element) { add(about, element); });
  add_known(about, observation.bound, [&](const std::vector<Element>& controls) {
    add(about, std::to_string(controls.size()));
    for (const Element& control : controls) add(about, control);
  });
  add_known(about, observation.document, [&](const Document& document) { add(about, document.url); });
  add_known(about, observation.clipboard, [&](const std::string& pasted) { add(about, pasted); });
  const TypedLine line = keyboard ? typing.line_in(observation) : TypedLine();
  add(about, line.open);
  add(about, line.text);
  add_modifiers(about, typing.held);
  const bool about_form = is_about_form(assessment);
  if (std::holds_alternative<Click>(action.body)) consent.deletion = deletion_of(observation, assessment, form);
  if (about_form) add_known(about, form, [&](const std::vector<Element>& shown) { add(about, shown_form(shown)); });
  if (consent.why_not.empty() && target) consent.why_not = why_not_by_label(*target);
  for (const Element& control : observation.bound ? *observation.bound : std::vector<Element>()) {
    if (consent.why_not.empty()) consent.why_not = why_not_by_label(control);
  }
  if (!consent.why_not.empty()) return consent;
  if (!target && asks_only_unseen(assessment)) {
    consent.window = this_window(action, observation);
    consent.may_last = !consent.window.empty();
    if (consent.may_last) return consent;
  }
  const bool page_unknown = observation.document.is_unknown() && observation.document.why() != Unknown::not_observed;
  if (!observation.window || !target || page_unknown) {
    consent.why_not = "what it would meet is not known";
  } else if (about_form && !form) {
    consent.why_not = "what the form around it holds is not known";
  } else if (observation.bound.is_unknown() && observation.bound.why() != Unknown::not_observed) {
    consent.why_not = "what its keys set off is not known";
  } else if (keyboard && !line.certain) {
    consent.why_not = "what stands in the line is not known for certain";
  } else if (std::holds_alternative<Drag>(action.body) && !observation.drop) {
    consent.why_not = "what it would be dropped on is not known";
  }
  consent.may_last = consent.why_not.empty();
  if (consent.may_last && !about_form) consent.field = field_of(action, observation, assessment);
  return consent;
}

Consent consent(const ToolCall& call, const Assessment& assessment) {
  Consent consent;
  add_findings(consent, assessment);
  add(consent.about, call.name);
  add(consent.about, call.arguments);
  consent.may_last = consent.why_not.empty();
  return consent;
}

}  // namespace interlock::gate
