// Acting in the right place: the expected application and window, the element that the agent says it means, and a
// target that is known at all.
#include <algorithm>

#include "gate/checks/checks.h"
#include "gate/policy/patterns.h"
#include "gate/readings/activation.h"
#include "gate/readings/application_tier.h"
#include "gate/screen/other_names.h"
#include "values/key_text.h"

namespace interlock::gate::checks {
namespace {

void ask(Findings& findings, std::string_view code, std::string reason, std::string evidence) {
  findings.push_back({"context", code, Decision::require_confirmation, std::move(reason), std::move(evidence)});
}

bool is_app(const Window& window, std::string_view expected) {
  const std::string part = normalise(expected).text;
  return normalise(window.app).text.find(part) != std::string::npos ||
         normalise(window.wm_class).text.find(part) != std::string::npos;
}

void expect_app(const Case& question, const std::string& expected, std::string_view who, Findings& findings) {
  if (question.window == nullptr) {
    ask(findings, "unknown_window",
        std::string(who) + " expects " + in_quotes(expected) + ", but there is " + question.window_text(), {});
  } else if (!is_app(*question.window, expected)) {
    ask(findings, "wrong_app",
        std::string(who) + " expects " + in_quotes(expected) + ", but the window on top is " + question.window_text(),
        question.window->app);
  }
}

void expect_title(const Case& question, const std::string& pattern, const Pattern& compiled, std::string_view who,
                  Findings& findings) {
  if (question.window == nullptr) {
    ask(findings, "unknown_window",
        std::string(who) + " expects a window " + in_quotes(pattern) + ", but there is " + question.window_text(), {});
  } else if (!compiled.found_in(normalise(question.window->title).text)) {
    ask(findings, "wrong_window",
        std::string(who) + " expects a window " + in_quotes(pattern) + ", but the window on top is " +
            question.window_text(),
        question.window->title);
  }
}

void expected_by_policy(const Case& question, Findings& findings) {
  const Config& config = question.policy.config();
  if (config.expected_app) expect_app(question, *config.expected_app, "the policy", findings);
  if (const auto& pattern = question.policy.patterns().expected_window) {
    expect_title(question, *config.expected_window_pattern, *pattern, "the policy", findings);
  }
}

void expected_by_agent(const Case& question, Findings& findings) {
  const Expect& expect = question.action.expect;
  if (expect.app) expect_app(question, *expect.app, "the agent", findings);
  if (expect.window) {
    std::string error;
    if (const auto compiled = Pattern::compile(*expect.window, error)) {
      expect_title(question, *expect.window, *compiled, "the agent", findings);
    } else {
      ask(findings, "bad_expectation", "the agent's pattern for the window's title does not compile: " + error,
          std::string(trimmed(*expect.window, 80)));
    }
  }
  if (!expect.element) return;
  if (question.element == nullptr) {
    ask(findings, "unknown_element",
        "the agent expects " + in_quotes(*expect.element) +
            ", but what is there is not known: " + question.window_text(),
        {});
  } else if (normalise(question.element->name).text != normalise(*expect.element).text) {
    ask(findings, "wrong_element",
        "the agent expects " + in_quotes(*expect.element) + ", but there is " + question.target_text(),
        question.element->name);
  }
}

/// An action on something that could not be seen is judged by the failure table.
void unseen(const Case& question, Unknown why, std::string_view what, Findings& findings) {
  const UnknownRow& row = describe(why);
  const auto& overrides = question.policy.config().unknown_target;
  const auto set = overrides.find(row.reason);
  const Decision decision = set == overrides.end() ? row.decision : set->second;
  // In a terminal there is nothing to see but the window; what is typed there is judged as a command line.
  const bool terminal = question.terminal && row.window_suffices && decision <= Decision::require_confirmation;
  if (terminal || decision == Decision::allow) return;
  findings.push_back({"context", "unknown_target", decision,
                      std::string(what) + " in " + question.window_text() +
                          " is not known: " + std::string(row.meaning) + ". " + std::string(row.advice),
                      std::string(row.code)});
}

void unknown_target(const Case& question, Findings& findings) {
  if (!question.deed.needs_target || !question.target.is_unknown()) return;
  unseen(question, question.target.why(),
         question.deed.pointer ? "what is under the pointer" : "what has the keyboard focus", findings);
}

/// Nobody may have looked, in offline cases; what was looked for in vain is told.
void unknown_mnemonic(const Case& question, Findings& findings) {
  const auto& bound = question.observation.bound;
  if (!bound.is_unknown() || bound.why() == Unknown::not_observed) return;
  const auto keys = mnemonics_in(question.meant());
  const auto handing = handing_in(question.meant(), question.observation);
  if (keys.empty() && !handing) return;
  const KeyChord& key = keys.empty() ? *handing : keys.front();
  unseen(question, bound.why(), "what " + to_string(key) + " sets off", findings);
}

/// A window that is to be changed as a whole must be one that is known.
void window_to_change(const Case& question, Findings& findings) {
  if (!window_changed(question.action) || question.window != nullptr) return;
  if (question.observation.window.is_none()) {
    findings.push_back(
        {"context", "no_window", Decision::block, "there is no window with this id that could be changed", {}});
    return;
  }
  const UnknownRow& row = describe(question.observation.window.why());
  findings.push_back(
      {"context", "unknown_target", std::max(row.decision, Decision::require_confirmation),
       "the window that would be changed is not known: " + std::string(row.meaning) + ". " + std::string(row.advice),
       std::string(row.code)});
}

/// What a window says of itself is an agent's word once an agent renamed it, for the person who looks on, too. Looking
/// and arranging windows does nothing in it.
void renamed_window(const Case& question, Findings& findings) {
  const bool closes = std::holds_alternative<CloseWindow>(question.action.body);
  if (!closes && !question.deed.presses && !uses_keyboard(question.action)) return;
  for (const Window* window : {question.window, question.observation.drop_window.get()}) {
    if (window == nullptr || window->former.empty()) continue;
    const std::string former = former_names_text(*window);
    ask(findings, "renamed_window",
        "an agent renamed the window " + in_quotes(window->title) + " of " + in_quotes(window->app) +
            ": before that it was " + former,
        former);
  }
}

/// Text of several lines has a Tab like any other character.
bool keeps_tab(const Element& element) {
  return element.states.has(State::multi_line) ||
         (takes_text(element.role) && element.role != Role::entry && element.role != Role::password_text &&
          !element.states.has(State::single_line));
}

/// Tab moves on to a field that nobody has looked at; what follows it would go there.
void beyond_tab(const Case& question, Findings& findings) {
  const auto* type = std::get_if<Type>(&question.action.body);
  if (type == nullptr || question.element == nullptr || question.terminal) return;
  const std::size_t tab = type->text.find('\t');
  if (tab == std::string::npos || tab + 1 == type->text.size()) return;
  if (keeps_tab(*question.element)) return;
  findings.push_back({"context",
                      "beyond_tab",
                      Decision::block,
                      "what follows the Tab would go to a field that was not looked at; type up to the Tab, then the "
                      "rest as an action of its own",
                      {}});
}

/// A letter with Alt opens a menu or moves the focus, Tab moves it: what is pressed next in the same action would meet
/// what nobody has looked at.
void beyond_keys(const Case& question, Findings& findings) {
  const auto* key = std::get_if<Key>(&question.meant().body);
  if (key == nullptr || question.terminal) return;
  const bool stays = question.element != nullptr && keeps_tab(*question.element);
  const KeyChord* moved = nullptr;
  for (const KeyChord& chord : key->chords) {
    const KeyEffect effect = key_text(chord).effect;
    const bool mnemonic = is_mnemonic(chord);
    // What a letter with Alt sets off was looked up in the window as it is; another letter may have changed it, Tab has
    // not.
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
    if (mnemonic || (effect == KeyEffect::tab && !stays)) moved = &chord;
  }
}

/// Where the policy names the application: asked and told once a session, forbidden always.
void application_tier(const Case& question, Findings& findings) {
  const auto entered = tier_entered(question);
  if (!entered) return;
  const Applications& applications = question.policy.patterns().applications;
  const Decision decision = applications.tier_decision(question.application.tier);
  const bool once = decision <= Decision::require_confirmation;
  if (once && question.history.entered.contains(*entered)) return;
  const std::string& tier = applications.tier_name(question.application.tier);
  findings.push_back(
      {"context", "application_tier", decision,
       question.window_text() + " is one of the policy's " + in_quotes(tier) + (once ? "; asked once a session" : ""),
       tier});
}

}  // namespace

void context(const Case& question, Findings& findings) {
  if (question.deed.releases || std::holds_alternative<Wait>(question.action.body)) return;
  expected_by_policy(question, findings);
  expected_by_agent(question, findings);
  unknown_target(question, findings);
  unknown_mnemonic(question, findings);
  window_to_change(question, findings);
  renamed_window(question, findings);
  beyond_tab(question, findings);
  beyond_keys(question, findings);
  application_tier(question, findings);
}

}  // namespace interlock::gate::checks
