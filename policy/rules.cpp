#include "policy/rules.h"

#include <algorithm>
#include <limits>
#include <map>

#include "policy/readers.h"
#include "values/role.h"
#include "values/state.h"

namespace interlock::policy {

namespace {

using gate::Comparison;
using gate::Condition;
using gate::CustomRule;
using gate::Field;
using gate::ValueKind;

gate::Spot spot_of(Place place) {
  return {place.line, place.column};
}

/// "*" matches any characters, "?" one character; only for ASCII words.
bool glob_matches(std::string_view glob, std::string_view word) {
  std::size_t at = 0;
  std::size_t star = glob.npos;  // the last star, and the end of what it matches
  std::size_t behind = 0;
  for (std::size_t i = 0; i < word.size();) {
    if (at < glob.size() && glob[at] == '*') {
      star = at++;
      behind = i;
    } else if (at < glob.size() && (glob[at] == '?' || glob[at] == word[i])) {
      ++at;
      ++i;
    } else if (star != glob.npos) {
      at = star + 1;
      i = ++behind;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', at) == glob.npos;
}

/// The canonical spelling of a word that has several: "push button" for "button", "multi-line" for "multi_line".
std::string usual(Field field, const std::string& word) {
  if (field == Field::target_role || field == Field::drop_role) {
    if (const auto role = role_from_name(word)) return std::string(role_name(*role));
  }
  if (field == Field::target_states) {
    if (const auto state = state_from_name(word)) return std::string(state_name(*state));
  }
  return word;
}

/// A glob that matches none of the field's words would never be true.
void check_word(const gate::FieldName& field, const gate::Matcher& matcher, Mistakes& mistakes) {
  const auto words = gate::words_of(field.field);
  if (words.empty() || matcher.is_pattern) return;
  const auto matches = [&](std::string_view word) { return glob_matches(matcher.text, word); };
  if (std::any_of(words.begin(), words.end(), matches)) return;
  std::string possible;
  for (const auto word : words) possible += (possible.empty() ? "" : ", ") + std::string(word);
  mistakes.add({matcher.at.line, matcher.at.column}, unknown(field.text(), matcher.text, {words.begin(), words.end()}),
               words.size() < 20 ? "possible: " + possible : std::string());
}

void read_matcher(const Node& node, bool is_pattern, Comparison& into, Mistakes& mistakes) {
  auto text = text_of(node, mistakes);
  if (!text) return;
  if (text->empty()) return mistakes.add(node.place, "an empty text matches nothing", "leave it out");
  // Long runs of stars take time to compare and mean the same as one.
  if (!is_pattern)
    text->erase(std::unique(text->begin(), text->end(), [](char a, char b) { return a == '*' && b == '*'; }),
                text->end());
  gate::Matcher matcher{is_pattern ? *text : usual(into.field.field, *text), is_pattern, spot_of(node.place)};
  check_word(into.field, matcher, mistakes);
  into.matchers.push_back(std::move(matcher));
}

/// A text or a list of texts.
void read_matchers(const Node& node, bool is_pattern, Comparison& into, Mistakes& mistakes) {
  if (node.kind != Node::Kind::list) return read_matcher(node, is_pattern, into, mistakes);
  if (node.items.empty()) mistakes.add(node.place, "an empty list matches nothing", "leave it out");
  for (const Node& item : node.items) {
    if (mistakes.full()) return;
    read_matcher(item, is_pattern, into, mistakes);
  }
}

void read_bounds(const Node& node, Comparison& into, Mistakes& mistakes) {
  constexpr double most = 1e12;
  const auto number = [&](const Node& value) {
    double read = 0;
    read_number(value, read, -most, most, mistakes);
    return read;
  };
  if (node.kind != Node::Kind::map) {
    into.at_least = into.at_most = number(node);
    return;
  }
  const std::map<std::string_view, std::optional<double>*> bounds = {
      {"above", &into.above}, {"below", &into.below}, {"at_least", &into.at_least}, {"at_most", &into.at_most}};
  if (node.members.empty()) wrong_type(node, "above, below, at_least or at_most", mistakes);
  for (const auto& [key, place, value] : node.members) {
    const auto bound = bounds.find(key);
    if (bound == bounds.end()) {
      mistakes.add(place, unknown("bound", key, {"above", "below", "at_least", "at_most"}),
                   "possible: above, below, at_least, at_most");
    } else {
      *bound->second = number(value);
    }
  }
}

void read_texts(const Node& node, Comparison& into, Mistakes& mistakes) {
  if (node.kind != Node::Kind::map) return read_matchers(node, false, into, mistakes);
  if (node.members.empty()) wrong_type(node, "a text, a list of texts, 'is' or 'matches'", mistakes);
  for (const auto& [key, place, value] : node.members) {
    if (key == "is" || key == "matches") {
      read_matchers(value, key == "matches", into, mistakes);
    } else {
      mistakes.add(place, unknown("comparison", key, {"is", "matches"}),
                   "'is' compares the whole text, with * and ?; 'matches' searches for a pattern");
    }
  }
}

/// Reports an unknown name with the nearest field or word that joins conditions.
void unknown_field(const std::string& name, Place place, Mistakes& mistakes) {
  std::vector<std::string_view> names = {"all", "any", "not"};
  for (const auto& row : gate::field_table()) names.push_back(row.name);
  mistakes.add(place, unknown("field", name, names), "docs/policy.md lists the fields");
}

Condition read_list(const Node& node, Condition::Kind kind, Mistakes& mistakes) {
  Condition condition{kind, {}, {}, spot_of(node.place)};
  if (node.kind == Node::Kind::map) {
    condition.parts.push_back(read_condition(node, mistakes));
  } else if (node.kind != Node::Kind::list) {
    wrong_type(node, "a condition or a list of them", mistakes);
  } else if (node.items.empty()) {
    mistakes.add(node.place, "an empty list of conditions says nothing", "leave it out");
  }
  for (const Node& item : node.items) {
    if (mistakes.full()) break;
    condition.parts.push_back(read_condition(item, mistakes));
  }
  return condition;
}

Condition read_comparison(const gate::FieldName& field, Place place, const Node& value, Mistakes& mistakes) {
  Condition condition{Condition::Kind::compare, {}, {}, spot_of(place)};
  condition.comparison.field = field;
  if (describe(field.field).kind == ValueKind::number) {
    read_bounds(value, condition.comparison, mistakes);
  } else {
    read_texts(value, condition.comparison, mistakes);
  }
  return condition;
}

void read_decision(const Node& node, Decision& into, Mistakes& mistakes) {
  const auto word = word_of(node, "decision", {"allow", "warn", "require_confirmation", "block", "halt"}, mistakes);
  if (!word) return;
  into = *decision_from_name(*word);
  if (into == Decision::allow) {
    mistakes.add(node.place, "a rule can only raise a decision; 'allow' would do nothing",
                 "change the check that asks: docs/policy.md has a key for each");
  }
}

void read_words(const Node& node, std::string& into, Mistakes& mistakes) {
  constexpr std::size_t most = 1000;
  auto text = text_of(node, mistakes);
  if (!text) return;
  if (text->empty()) return mistakes.add(node.place, "an empty text says nothing", "leave it out");
  if (text->size() > most) return mistakes.add(node.place, "longer than " + std::to_string(most) + " bytes");
  into = std::move(*text);
}

CustomRule read_rule(const Node& node, std::size_t number, Mistakes& mistakes) {
  CustomRule rule;
  rule.name = "rule " + std::to_string(number);
  rule.file = mistakes.name();
  rule.at = spot_of(node.place);
  if (node.kind != Node::Kind::map) {
    wrong_type(node, "a rule (when: ..., decision: ...)", mistakes);
    return rule;
  }
  for (const auto& [key, place, value] : node.members) {
    if (key == "name") {
      read_words(value, rule.name, mistakes);
    } else if (key == "when") {
      rule.when = read_condition(value, mistakes);
    } else if (key == "decision") {
      read_decision(value, rule.decision, mistakes);
    } else if (key == "reason") {
      read_words(value, rule.reason, mistakes);
    } else if (key == "hint") {
      read_words(value, rule.hint, mistakes);
    } else {
      mistakes.add(place, unknown("key", key, {"name", "when", "decision", "reason", "hint"}),
                   "a rule has name, when, decision, reason, hint");
    }
  }
  for (const auto key : {"when", "decision"}) {
    if (node.find(key) == nullptr) mistakes.add(node.place, "the rule has no '" + std::string(key) + "'");
  }
  return rule;
}

}  // namespace

Condition read_condition(const Node& node, Mistakes& mistakes) {
  Condition condition{Condition::Kind::all, {}, {}, spot_of(node.place)};
  if (node.kind != Node::Kind::map) {
    wrong_type(node, "a condition (field: value)", mistakes);
    return condition;
  }
  if (node.members.empty()) mistakes.add(node.place, "an empty condition would match everything");
  for (const auto& [key, place, value] : node.members) {
    if (mistakes.full()) break;
    if (key == "all") {
      condition.parts.push_back(read_list(value, Condition::Kind::all, mistakes));
    } else if (key == "any") {
      condition.parts.push_back(read_list(value, Condition::Kind::any, mistakes));
    } else if (key == "not") {
      condition.parts.push_back(read_list(value, Condition::Kind::none, mistakes));
    } else if (const auto field = gate::field_from_name(key)) {
      condition.parts.push_back(read_comparison(*field, place, value, mistakes));
    } else {
      unknown_field(key, place, mistakes);
    }
  }
  return condition;
}

void read_rules(const Node& node, std::vector<CustomRule>& into, Mistakes& mistakes) {
  into.clear();
  if (node.kind != Node::Kind::list) return wrong_type(node, "a list of rules", mistakes);
  std::map<std::string, int> lines;
  for (const Node& item : node.items) {
    if (mistakes.full()) return;
    into.push_back(read_rule(item, into.size() + 1, mistakes));
    const auto [first, is_new] = lines.emplace(into.back().name, item.place.line);
    if (!is_new) {
      mistakes.add(item.place, "a second rule named " + in_single_quotes(into.back().name),
                   "the first is in line " + std::to_string(first->second));
    }
  }
}

}  // namespace interlock::policy
