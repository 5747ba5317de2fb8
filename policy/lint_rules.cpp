// Custom rules that never apply, never decide, or apply to nearly everything.
#include <algorithm>
#include <array>
#include <limits>

#include "gate/policy/custom_rules.h"
#include "gate/safety_gate.h"
#include "gate/words/pattern_set.h"
#include "policy/lint.h"
#include "policy/mistakes.h"
#include "values/text.h"

namespace interlock::policy {

namespace {

using gate::Comparison;
using gate::Condition;
using gate::CustomRule;
using gate::Field;
using gate::Matcher;
using Kind = Condition::Kind;

std::string place(const CustomRule& rule, gate::Spot at) {
  return rule.file + ":" + std::to_string(at.line) + ":" + std::to_string(at.column);
}

void add(Warnings& warnings, std::string_view code, const CustomRule& rule, gate::Spot at, std::string what,
         std::string advice = {}) {
  warnings.push_back({code, {std::move(what), place(rule, at), std::move(advice)}});
}

/// The conditions that must all be true for the condition to be true.
void conjuncts(const Condition& condition, std::vector<const Condition*>& into) {
  const bool one = condition.kind == Kind::any && condition.parts.size() == 1;
  if (condition.kind != Kind::all && !one) return into.push_back(&condition);
  for (const Condition& part : condition.parts) conjuncts(part, into);
}

bool same_text(const Matcher& a, const Matcher& b) {
  return a.is_pattern == b.is_pattern && normalise(a.text).text == normalise(b.text).text;
}

bool implies(const Condition& strict, const Condition& loose);

bool implies(const Comparison& strict, const Comparison& loose) {
  if (strict.field != loose.field) return false;
  constexpr double far = std::numeric_limits<double>::infinity();
  if (strict.matchers.empty()) {
    return strict.above.value_or(-far) >= loose.above.value_or(-far) &&
           strict.below.value_or(far) <= loose.below.value_or(far) &&
           strict.at_least.value_or(-far) >= loose.at_least.value_or(-far) &&
           strict.at_most.value_or(far) <= loose.at_most.value_or(far);
  }
  return std::all_of(strict.matchers.begin(), strict.matchers.end(), [&](const Matcher& one) {
    return std::any_of(loose.matchers.begin(), loose.matchers.end(), [&](const Matcher& other) {
      return same_text(one, other) || (!other.is_pattern && other.text == "*");
    });
  });
}

bool same(const Condition& a, const Condition& b) {
  return implies(a, b) && implies(b, a);
}

/// True if `strict` implies `loose`; false if that is not obvious.
bool implies(const Condition& strict, const Condition& loose) {
  std::vector<const Condition*> given;
  std::vector<const Condition*> wanted;
  conjuncts(strict, given);
  conjuncts(loose, wanted);
  const auto follows = [&](const Condition* one) {
    return std::any_of(given.begin(), given.end(), [&](const Condition* fact) {
      if (fact->kind != one->kind) {
        if (one->kind != Kind::any) return false;
        return std::any_of(one->parts.begin(), one->parts.end(),
                           [&](const Condition& part) { return implies(*fact, part); });
      }
      if (one->kind == Kind::compare) return implies(fact->comparison, one->comparison);
      if (fact->parts.size() != one->parts.size()) return false;
      return std::equal(fact->parts.begin(), fact->parts.end(), one->parts.begin(), same);
    });
  };
  return std::all_of(wanted.begin(), wanted.end(), follows);
}

/// Fields with at most one value, so that two comparisons must agree.
bool is_single(Field field) {
  switch (field) {
    case Field::keys:
    case Field::url:
    case Field::url_host:
    case Field::target_states:
    case Field::target_within:
    case Field::target_consequence:
    case Field::tool_argument:
    case Field::agent_program:
      return false;
    default:
      return true;
  }
}

bool is_literal(const Comparison& comparison) {
  return !comparison.matchers.empty() &&
         std::none_of(comparison.matchers.begin(), comparison.matchers.end(), [](const Matcher& matcher) {
           return matcher.is_pattern || matcher.text.find_first_of("*?") != std::string::npos;
         });
}

bool share_a_text(const Comparison& a, const Comparison& b) {
  return std::any_of(a.matchers.begin(), a.matchers.end(), [&](const Matcher& one) {
    return std::any_of(b.matchers.begin(), b.matchers.end(),
                       [&](const Matcher& other) { return same_text(one, other); });
  });
}

bool is_of_tools(Field field) {
  return field >= Field::tool_name;
}

bool is_of_actions(Field field) {
  return field > Field::action && field < Field::agent_name;
}

/// Bounds that exclude every number.
void lint_bounds(const CustomRule& rule, const Condition& condition, Warnings& warnings) {
  const Comparison& c = condition.comparison;
  constexpr double far = std::numeric_limits<double>::infinity();
  double low = std::max(c.above.value_or(-far), c.at_least.value_or(-far));
  double high = std::min(c.below.value_or(far), c.at_most.value_or(far));
  const bool open = (c.above && *c.above >= low) || (c.below && *c.below <= high);
  const Field field = c.field.field;
  const double least = field == Field::count ? 1 : field == Field::confidence ? 0 : -far;
  const double most = field == Field::count ? 3 : field == Field::confidence ? 1 : far;
  const bool outside = low > most || high < least || (c.above && *c.above >= most) || (c.below && *c.below <= least);
  if (low > high || (low == high && open) || outside) {
    add(warnings, "dead", rule, condition.at, "no " + c.field.text() + " is within these bounds: the rule never holds");
  }
}

void lint_contradictions(const CustomRule& rule, Warnings& warnings) {
  std::vector<const Condition*> facts;
  conjuncts(rule.when, facts);
  const Condition* tool = nullptr;
  const Condition* action = nullptr;
  for (const Condition* fact : facts) {
    const auto is_given = [&](const Condition& part) { return implies(rule.when, part); };
    if (fact->kind == Kind::none && std::any_of(fact->parts.begin(), fact->parts.end(), is_given)) {
      add(warnings, "dead", rule, fact->at, "the condition under 'not' is also required: the rule never holds");
    }
    if (fact->kind != Kind::compare) continue;
    const Comparison& c = fact->comparison;
    if (c.matchers.empty()) lint_bounds(rule, *fact, warnings);
    if (is_of_tools(c.field.field)) tool = fact;
    if (is_of_actions(c.field.field)) action = fact;
    for (const Condition* other : facts) {
      if (other == fact) break;
      const bool contrary = other->kind == Kind::compare && other->comparison.field == c.field &&
                            is_single(c.field.field) && is_literal(c) && is_literal(other->comparison) &&
                            !share_a_text(c, other->comparison);
      if (!contrary) continue;
      add(warnings, "dead", rule, fact->at, c.field.text() + " must have two values at once: the rule never holds",
          "put them into one list, or under 'any'");
    }
  }
  if (tool != nullptr && action != nullptr) {
    add(warnings, "dead", rule, action->at,
        "a tool call has no " + action->comparison.field.text() + ", and " + tool->comparison.field.text() +
            " belongs only to tool calls: the rule never holds");
  }
}

constexpr auto ordinary_words = std::to_array<std::string_view>(
    {"ok",      "cancel", "open",    "close",    "back",  "next",        "search",    "help",      "file",
     "edit",    "view",   "home",    "settings", "menu",  "save",        "print",     "read more", "show all",
     "zoom in", "inbox",  "new tab", "name",     "email", "hello world", "the report"});

void lint_matcher(const CustomRule& rule, const Comparison& comparison, const Matcher& matcher, Warnings& warnings) {
  if (matcher.is_pattern) {
    std::string error;
    const auto pattern = gate::Pattern::compile(matcher.text, error);
    if (!pattern) return;
    const auto count = std::count_if(ordinary_words.begin(), ordinary_words.end(),
                                     [&](std::string_view word) { return pattern->found_in(word); });
    if (pattern->found_in("")) {
      add(warnings, "broad", rule, matcher.at,
          in_single_quotes(matcher.text) + " matches any text, because it matches the empty text");
    } else if (count * 3 >= static_cast<std::ptrdiff_t>(ordinary_words.size())) {
      add(warnings, "broad", rule, matcher.at,
          in_single_quotes(matcher.text) + " matches " + std::to_string(count) + " of " +
              std::to_string(ordinary_words.size()) + " ordinary words",
          "write \\b around a word, or more of it");
    }
    return;
  }
  const auto has = [&](std::string_view part) { return matcher.text.find(part) != std::string::npos; };
  const bool like_pattern = has(".*") || has("\\") || has("(?") || has("[a-") || has("[0-") ||
                            matcher.text.starts_with('^') || matcher.text.ends_with('$') || has("|");
  if (like_pattern && comparison.field.field != Field::command && comparison.field.field != Field::text) {
    add(warnings, "not_a_glob", rule, matcher.at,
        in_single_quotes(matcher.text) + " is taken as a text with * and ?, not as a pattern",
        "write " + comparison.field.text() + ": {matches: '...'}");
  }
}

void lint_matchers(const CustomRule& rule, const Condition& condition, Warnings& warnings) {
  for (const Condition& part : condition.parts) lint_matchers(rule, part, warnings);
  const auto& matchers = condition.comparison.matchers;
  for (std::size_t i = 0; i < matchers.size(); ++i) {
    const auto end = matchers.begin() + static_cast<std::ptrdiff_t>(i);
    const auto first = std::find_if(matchers.begin(), end, [&](const Matcher& m) { return same_text(m, matchers[i]); });
    if (first != end) {
      add(warnings, "duplicate", rule, matchers[i].at,
          in_single_quotes(matchers[i].text) + " is in the list already, in line " + std::to_string(first->at.line));
    }
    lint_matcher(rule, condition.comparison, matchers[i], warnings);
  }
}

/// Everyday actions, each on another control.
std::vector<std::pair<Action, Observation>> everyday() {
  std::vector<std::pair<Action, Observation>> cases;
  for (const std::string_view app : {"chromium", "libreoffice", "thunderbird", "nautilus"}) {
    for (std::size_t i = 0; i < 6; ++i) {
      Window window;
      window.app = app;
      window.wm_class = app;
      window.title = std::string(ordinary_words[i * 4]) + " - " + std::string(app);
      window.type = "normal";
      Element element;
      element.role = i % 2 == 0 ? Role::push_button : Role::link;
      element.name = ordinary_words[i * 4 + 1];
      Observation seen;
      seen.window = window;
      seen.element = element;
      element.role = Role::entry;
      seen.focus = element;
      seen.document = none;
      if (app == "chromium") {
        seen.document = Document{"https://site" + std::to_string(i) + ".example/", window.title};
      }
      Action click;
      click.body = Click{{10, 10}};
      Action type;
      type.body = Type{std::string(ordinary_words[i * 4 + 2])};
      cases.emplace_back(click, seen);
      cases.emplace_back(type, seen);
    }
  }
  return cases;
}

/// Warns about rules that would ask about nearly everything.
void lint_breadth(const std::vector<CustomRule>& rules, Warnings& warnings) {
  gate::Config config;
  config.rules = rules;
  // The hint of a finding identifies its rule.
  for (std::size_t i = 0; i < rules.size(); ++i) config.rules[i].hint = std::to_string(i);
  const auto compiled = gate::Policy::compile(std::move(config));
  const auto* policy = std::get_if<std::shared_ptr<const gate::Policy>>(&compiled);
  if (policy == nullptr) return;
  const gate::SafetyGate judge(*policy);
  const auto cases = everyday();
  std::vector<std::size_t> held(rules.size());
  for (const auto& [action, seen] : cases) {
    for (const auto& finding : judge.assess(action, seen, Time{0}).findings) {
      if (finding.rule == "custom") ++held[std::stoul(finding.hint)];
    }
  }
  for (std::size_t i = 0; i < rules.size(); ++i) {
    if (rules[i].decision == Decision::warn || held[i] * 3 < cases.size()) continue;
    add(warnings, "broad", rules[i], rules[i].at,
        "the rule " + in_single_quotes(rules[i].name) + " holds for " + std::to_string(held[i]) + " of " +
            std::to_string(cases.size()) + " everyday actions",
        "a prompt for everything is answered without reading");
  }
}

/// More rules are not compared with each other: the time grows with the square of their number.
constexpr std::size_t max_compared = 2000;

void lint_shadows(const std::vector<CustomRule>& rules, Warnings& warnings) {
  if (rules.size() > max_compared) return;
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const CustomRule& rule = rules[i];
    for (std::size_t k = 0; k < rules.size(); ++k) {
      const CustomRule& other = rules[k];
      const bool decides = other.decision > rule.decision || (other.decision == rule.decision && k < i);
      if (k == i || !decides || !implies(rule.when, other.when)) continue;
      add(warnings, "shadowed", rule, rule.at,
          "the rule " + in_single_quotes(rule.name) + " never decides: where it holds, " +
              in_single_quotes(other.name) + " (" + place(other, other.at) + ") holds, too, and is as strict");
      break;
    }
  }
}

}  // namespace

void lint_rules(const std::vector<CustomRule>& rules, Warnings& warnings) {
  for (const CustomRule& rule : rules) {
    lint_contradictions(rule, warnings);
    lint_matchers(rule, rule.when, warnings);
  }
  lint_shadows(rules, warnings);
  lint_breadth(rules, warnings);
}

}  // namespace interlock::policy
