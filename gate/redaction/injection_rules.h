/// The wordings by which text commands an agent. Each rule is verb, scope and object of one kind of attack; see
/// docs/redaction.md for what they let pass.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "gate/redaction/redaction.h"

namespace interlock::gate {

struct InjectionRule {
  RedactionCategory category;
  std::string pattern;  ///< RE2, for normalised text
};

/// A reminder, in RE2 for normalised text: "do not forget", which is the contrary of an order to drop something.
std::string_view reminder_pattern();

/// Found in a sentence; the whole sentence goes.
std::vector<InjectionRule> sentence_rules();
/// Found anywhere; the token alone goes. ASCII, so that they can be looked for in the bytes as they are.
std::vector<InjectionRule> token_rules();
/// RE2 of commands without the spaces between their words, for letters_alone() (gate/redaction/disguised_text.h).
std::vector<std::string> unspaced_patterns();
/// English sentences that free the reader from what binds it, or ask for its prompt, by the parts of such a sentence.
std::vector<InjectionRule> freedom_rules();
/// English sentences that give a reason not to be bound: a scenario, a mode, a maker, a command of higher rank; and
/// questions for the reader's prompt or the conversation by a detour.
std::vector<InjectionRule> pretext_rules();
/// English sentences for a program that reads the text for somebody: what it is called, its user as a third person, its
/// task, whom it obeys.
std::vector<InjectionRule> reader_rules();
/// "Ignore all previous instructions" in other languages than English.
std::vector<std::string> override_patterns_by_language();
/// A new identity without rules, orders to wipe what a model is made of, questions for its prompt, likewise.
std::vector<InjectionRule> persona_rules_by_language();
/// Likewise for text that addresses an AI, hides something from its user, or gives a chat assistant another task.
std::vector<InjectionRule> agent_rules_by_language();

}  // namespace interlock::gate
