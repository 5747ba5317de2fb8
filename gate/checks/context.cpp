// The right target: the expected application and window, the element that the agent expects, and a target that is known
// at all.
#include <algorithm>
#include <array>

#include "gate/checks/checks.h"
#include "gate/policy/patterns.h"
#include "gate/readings/activation.h"
#include "gate/readings/application_tier.h"
#include "gate/readings/option_walk.h"
#include "gate/readings/read_label.h"
#include "gate/screen/browser.h"
#include "gate/screen/other_names.h"
#include "gate/screen/spreadsheet.h"
#include "values/key_text.h"
#include "values/utf8.h"

namespace interlock::gate::checks {
namespace {

void ask(Findings& findings, std::string_view code, Reason reason, std::string evidence) {
  findings.push_back({"context", code, Decision::require_confirmation, std::move(reason), std::move(evidence)});
}

bool is_app(const Window& window, std::string_view expected) {
  const std::string part = normalise(expected).text;
  return normalise(window.app).text.find(part) != std::string::npos ||
         normalise(window.wm_class).text.find(part) != std::string::npos;
}

void expect_app(const EvaluationContext& context, const std::string& expected, std::string_view who,
                Findings& findings) {
  if (context.window == nullptr) {
    ask(findings, "unknown_window",
        std::string(who) + " expects " + in_quotes(expected) + ", but there is " + context.window_text(), {});
  } else if (!is_app(*context.window, expected)) {
    ask(findings, "wrong_app",
        std::string(who) + " expects " + in_quotes(expected) + ", but the window on top is " + context.window_text(),
        context.window->app);
  }
}

void expect_title(const EvaluationContext& context, const std::string& pattern, const Pattern& compiled,
                  std::string_view who, Findings& findings) {
  if (context.window == nullptr) {
    ask(findings, "unknown_window",
        std::string(who) + " expects a window " + in_quotes(pattern) + ", but there is " + context.window_text(), {});
  } else if (!compiled.found_in(normalise(context.window->title).text)) {
    ask(findings, "wrong_window",
        std::string(who) + " expects a window " + in_quotes(pattern) + ", but the window on top is " +
            context.window_text(),
        context.window->title);
  }
}

void expected_by_policy(const EvaluationContext& context, Findings& findings) {
  const Config& config = context.policy.config();
  if (config.expected_app) expect_app(context, *config.expected_app, "the policy", findings);
  if (const auto& pattern = context.policy.patterns().expected_window) {
    expect_title(context, *config.expected_window_pattern, *pattern, "the policy", findings);
  }
}

void expected_by_agent(const EvaluationContext& context, Findings& findings) {
  const Expect& expect = context.action.expect;
  if (expect.app) expect_app(context, *expect.app, "the agent", findings);
  if (expect.window) {
    std::string error;
    if (const auto compiled = Pattern::compile(*expect.window, error)) {
      expect_title(context, *expect.window, *compiled, "the agent", findings);
    } else {
      ask(findings, "bad_expectation", "the agent's pattern for the window's title does not compile: " + error,
          std::string(utf8_prefix(*expect.window, 80)));
    }
  }
  if (!expect.element) return;
  const auto is_meant = [&](const std::string& name) {
    return normalise(name).text == normalise(*expect.element).text;
  };
  if (context.element == nullptr) {
    if (reading_stands(context) && is_meant(context.observation.read->text)) return;
    ask(findings, "unknown_element",
        "the agent expects " + in_quotes(*expect.element) +
            ", but what is there is not known: " + context.window_text(),
        {});
  } else if (!is_meant(context.element->name)) {
    ask(findings, "wrong_element",
        "the agent expects " + in_quotes(*expect.element) + ", but there is " + context.target_text(),
        context.element->name);
  }
}

/// An action on a target that could not be observed is judged by the failure table.
void unseen(const EvaluationContext& context, Unknown why, std::string_view what, Findings& findings) {
  const UnknownRow& row = describe(why);
  const auto& overrides = context.policy.config().unknown_target;
  const auto set = overrides.find(row.reason);
  const Decision decision = set == overrides.end() ? row.decision : set->second;
  // Of a terminal only the window is known; text typed there is judged as a command line.
  const bool terminal = context.terminal && row.window_suffices && decision <= Decision::require_confirmation;
  if (terminal || decision == Decision::allow) return;
  findings.push_back({"context", "unknown_target", decision,
                      std::string(what) + " in " + context.window_text() +
                          " is not known: " + std::string(row.meaning) + ". " + std::string(row.advice),
                      std::string(row.code)});
}

void unknown_target(const EvaluationContext& context, Findings& findings) {
  if (!context.deed.needs_target || !context.target.is_unknown() || reading_stands(context)) return;
  unseen(context, context.target.why(),
         context.deed.pointer ? "what is under the pointer" : "what has the keyboard focus", findings);
}

/// An arrow key or the wheel needs no target, unless that is a closed list. An application that is too busy to say what
/// the target is, or contradicts itself, may have one there. Where the application shows no tree, or nothing has the
/// focus, such keys are free; but see unknown_mnemonic. Pages take no option over from the wheel.
void unseen_list(const EvaluationContext& context, Findings& findings) {
  if (context.deed.needs_target || !context.target.is_unknown() || !walks_lists(context.meant())) return;
  const Unknown why = context.target.why();
  const bool failed = describe(why).decision >= Decision::block && why != Unknown::no_window;
  const bool page = context.deed.pointer && context.window != nullptr && is_browser(*context.window);
  if (!failed || page) return;
  unseen(context, why, context.deed.pointer ? "what the wheel turns" : "what has the keyboard focus", findings);
}

/// In offline cases nothing may have been observed; a failed observation has a reason.
void unknown_mnemonic(const EvaluationContext& context, Findings& findings) {
  const auto& bound = context.observation.bound;
  if (!bound.is_unknown() || bound.why() == Unknown::not_observed) return;
  const auto keys = mnemonics_in(context.meant());
  const auto handing = handing_in(context.meant(), context.observation);
  const bool chooses = chooses_from(context.meant(), context.observation) != nullptr;
  const bool may_choose = keys.empty() && !handing && may_be_in_list(context.meant(), context.observation);
  if (chooses || may_choose) return unseen(context, bound.why(), "which option would be chosen", findings);
  if (keys.empty() && !handing) return;
  const KeyChord& key = keys.empty() ? *handing : keys.front();
  unseen(context, bound.why(), "what " + to_string(key) + " sets off", findings);
}

/// A window that is to be changed as a whole must be known.
void window_to_change(const EvaluationContext& context, Findings& findings) {
  if (!window_changed(context.action) || context.window != nullptr) return;
  if (context.observation.window.is_none()) {
    findings.push_back(
        {"context", "no_window", Decision::block, "there is no window with this id that could be changed", {}});
    return;
  }
  const UnknownRow& row = describe(context.observation.window.why());
  findings.push_back(
      {"context", "unknown_target", std::max(row.decision, Decision::require_confirmation),
       "the window that would be changed is not known: " + std::string(row.meaning) + ". " + std::string(row.advice),
       std::string(row.code)});
}

/// After an agent renamed a window, its name comes from the agent, also for the person who watches. Looking and
/// arranging windows does nothing in it.
void renamed_window(const EvaluationContext& context, Findings& findings) {
  const bool closes = std::holds_alternative<CloseWindow>(context.action.body);
  if (!closes && !context.deed.presses && !uses_keyboard(context.action)) return;
  for (const Window* window : {context.window, context.observation.drop_window.get()}) {
    if (window == nullptr || window->former.empty()) continue;
    const std::string former = former_names_text(*window);
    ask(findings, "renamed_window",
        "an agent renamed the window " + in_quotes(window->title) + " of " + in_quotes(window->app) +
            ": before that it was " + former,
        former);
  }
}

/// The cursor is in a sheet, not in a field beside it.
bool is_in_sheet(const Element& element) {
  return (element.role == Role::table || element.role == Role::table_cell) &&
         std::any_of(element.ancestors.begin(), element.ancestors.end(),
                     [](const Ancestor& around) { return around.role == Role::document_spreadsheet; });
}

/// In a text of several lines, Tab is a character like any other.
bool keeps_tab(const Element& element) {
  return element.states.has(State::multi_line) ||
         (takes_text(element.role) && element.role != Role::entry && element.role != Role::password_text &&
          !element.states.has(State::single_line));
}

/// Tab moves on to a field that was not observed; the text after it would go there.
void beyond_tab(const EvaluationContext& context, Findings& findings) {
  const auto* type = std::get_if<Type>(&context.action.body);
  if (type == nullptr || context.element == nullptr || context.terminal) return;
  const std::size_t tab = type->text.find('\t');
  if (tab == std::string::npos || tab + 1 == type->text.size()) return;
  if (keeps_tab(*context.element)) return;
  // It goes on to the next cell, and each cell of the text is judged.
  if (is_in_sheet(*context.element) && is_spreadsheet(context.observation)) return;
  findings.push_back({"context",
                      "beyond_tab",
                      Decision::block,
                      "what follows the Tab would go to a field that was not looked at; type up to the Tab, then the "
                      "rest as an action of its own",
                      {}});
}

/// An entry of a menu, or a thing that Return opens; not the cells and paragraphs of a document.
bool is_entry(const Element& element) {
  constexpr std::array<Role, 9> roles = {Role::menu_item,         Role::check_menu_item, Role::radio_menu_item,
                                         Role::tearoff_menu_item, Role::list_item,       Role::icon,
                                         Role::tree_item,         Role::table_row,       Role::table_cell};
  const bool document = std::any_of(element.ancestors.begin(), element.ancestors.end(), [](const Ancestor& around) {
    return around.role == Role::document_spreadsheet || around.role == Role::document_text;
  });
  return std::find(roles.begin(), roles.end(), element.role) != roles.end() && !document &&
         !element.states.has(State::editable);
}

/// The options that the keys lead to are judged themselves.
bool options_known(const EvaluationContext& context) {
  return context.observation.bound.has_value() && chooses_from(context.meant(), context.observation) != nullptr;
}

/// A letter with Alt opens a menu or moves the focus, Tab moves it, an arrow goes on to another entry: later keys of
/// the same action would go to a target that was not observed.
void beyond_keys(const EvaluationContext& context, Findings& findings) {
  const auto* key = std::get_if<Key>(&context.meant().body);
  if (key == nullptr || context.terminal) return;
  const bool stays = context.element != nullptr && keeps_tab(*context.element);
  const bool entry = context.element != nullptr && is_entry(*context.element) && !options_known(context);
  const KeyChord* moved = nullptr;
  for (const KeyChord& chord : key->chords) {
    const KeyEffect effect = key_text(chord).effect;
    const bool mnemonic = is_mnemonic(chord);
    // The control of a letter with Alt was looked up in the window as it is; another letter may have changed the
    // window, Tab has not.
    const bool meets = effect == KeyEffect::character || effect == KeyEffect::returns || effect == KeyEffect::paste ||
                       (mnemonic && moved != nullptr && is_mnemonic(*moved));
    if (moved != nullptr && meets) {
      findings.push_back({"context", "beyond_keys", Decision::block,
                          "what follows " + to_string(*moved) +
                              " would meet something that was not looked at; press up to that key, then the rest as an "
                              "action of its own",
                          to_string(chord)});
      return;
    }
    if (mnemonic || (effect == KeyEffect::tab && !stays) || (entry && leads_on(chord))) moved = &chord;
  }
}

/// The tier of the policy that names the application: asked or warned about once a session, forbidden always.
void application_tier(const EvaluationContext& context, Findings& findings) {
  const auto entered = tier_entered(context);
  if (!entered) return;
  const Applications& applications = context.policy.patterns().applications;
  const Decision decision = applications.tier_decision(context.application.tier);
  const bool once = decision <= Decision::require_confirmation;
  if (once && context.history.entered.contains(*entered)) return;
  const std::string& tier = applications.tier_name(context.application.tier);
  findings.push_back(
      {"context", "application_tier", decision,
       context.window_text() + " is one of the policy's " + in_quotes(tier) + (once ? "; asked once a session" : ""),
       tier});
}

}  // namespace

void context(const EvaluationContext& context, Findings& findings) {
  if (context.deed.releases || std::holds_alternative<Wait>(context.action.body)) return;
  expected_by_policy(context, findings);
  expected_by_agent(context, findings);
  unknown_target(context, findings);
  unseen_list(context, findings);
  unknown_mnemonic(context, findings);
  window_to_change(context, findings);
  renamed_window(context, findings);
  beyond_tab(context, findings);
  beyond_keys(context, findings);
  application_tier(context, findings);
}

}  // namespace interlock::gate::checks
