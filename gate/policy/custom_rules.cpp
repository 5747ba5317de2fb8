#include "gate/policy/custom_rules.h"

#include <algorithm>
#include <limits>

#include <re2/re2.h>

#include "gate/url/host.h"
#include "values/key_chord.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

constexpr std::uint32_t nobody = std::numeric_limits<std::uint32_t>::max();

/// A glob as a pattern for normalised text, after `before`.
std::string glob_pattern(std::string_view glob, std::string_view before = {}) {
  // In brackets: an accent at the beginning of the glob would combine with the letter of \A.
  std::string pattern = "\\A" + std::string(before) + "(?:";
  while (!glob.empty()) {
    const std::size_t wild = std::min(glob.find_first_of("*?"), glob.size());
    pattern += RE2::QuoteMeta(normalise(glob.substr(0, wild)).text);
    if (wild == glob.size()) break;
    pattern += glob[wild] == '*' ? ".*" : ".";
    glob.remove_prefix(wild + 1);
  }
  return pattern + ")\\z";
}

/// "*.example.com" also matches the domain, as everywhere in a policy; a name in other letters is compared in its
/// encoded form.
std::string host_pattern(std::string_view glob) {
  const bool below = glob.starts_with("*.");
  if (below) glob.remove_prefix(2);
  std::string host(glob);
  if (host.find_first_of("*?") == std::string::npos) {
    if (const auto parsed = url::parse_host(host).host) host = parsed->text;
  }
  return glob_pattern(host, below ? "(?:.*\\.)?" : "");
}

/// A chord in its usual spelling: "Control+W" is ctrl+w.
std::string chord_pattern(const std::string& glob) {
  const auto chords = parse_key_chords(glob);
  return glob_pattern(chords && chords->size() == 1 ? to_string(chords->front()) : glob);
}

std::string pattern_of(const Matcher& matcher, Field field) {
  if (matcher.is_pattern) return matcher.text;
  if (describe(field).kind == ValueKind::host) return host_pattern(matcher.text);
  return field == Field::keys ? chord_pattern(matcher.text) : glob_pattern(matcher.text);
}

}  // namespace

std::string CustomRule::title() const {
  return name + (file.empty() ? "" : " (" + file + ":" + std::to_string(at.line) + ")");
}

/// What is read and matched of one action or call, each field once.
struct CustomRules::Seen {
  struct Value {
    bool read = false;
    bool unknown = false;
    std::optional<double> number;
    std::vector<int> matched;  ///< sorted
  };
  const FieldReader& read_field;
  std::vector<Value> values;

  const Value& at(const std::vector<FieldSet>& fields, std::uint32_t index) {
    Value& value = values[index];
    if (value.read) return value;
    value.read = true;
    const FieldReading reading = read_field(fields[index].field);
    value.unknown = reading.unknown;
    value.number = reading.number;
    for (const std::string& text : reading.texts) {
      // Out of memory: any of them may match.
      if (!fields[index].set.match_all(text, value.matched)) value.unknown = true;
    }
    std::sort(value.matched.begin(), value.matched.end());
    return value;
  }
};

CustomRules CustomRules::compile(const std::vector<CustomRule>& rules, std::vector<PatternError>& errors) {
  CustomRules result;
  if (rules.size() > max_rules) {
    const CustomRule& rule = rules[max_rules];
    errors.push_back({"rules", max_rules, "more than " + std::to_string(max_rules) + " rules", rule.file, rule.at});
    return result;
  }
  std::vector<std::vector<std::pair<const CustomRule*, const Matcher*>>> origins;
  for (const CustomRule& rule : rules) {
    result.rules_.push_back(result.compile(rule.when));
    origins.resize(result.fields_.size());
    const auto note = [&](const auto& self, const Condition& condition) -> void {
      for (const Condition& part : condition.parts) self(self, part);
      if (condition.kind != Condition::Kind::compare) return;
      const auto& fields = result.fields_;
      const auto at = std::find_if(fields.begin(), fields.end(),
                                   [&](const FieldSet& set) { return set.field == condition.comparison.field; });
      for (const Matcher& matcher : condition.comparison.matchers) {
        origins[static_cast<std::size_t>(at - fields.begin())].emplace_back(&rule, &matcher);
      }
    };
    note(note, rule.when);
  }
  for (std::size_t i = 0; i < result.fields_.size(); ++i) {
    FieldSet& field = result.fields_[i];
    std::vector<PatternError> wrong;
    field.set = PatternSet::compile(field.sources, "rules", wrong);
    field.woken.assign(field.sources.size(), nobody);
    for (PatternError& error : wrong) {
      const auto& [rule, matcher] = origins[i][std::min(error.index, origins[i].size() - 1)];
      errors.push_back({"rules", 0, std::move(error.message), rule->file, matcher->at});
    }
  }
  if (!errors.empty()) return CustomRules();
  for (std::uint32_t i = 0; i < result.rules_.size(); ++i) {
    const Node* waker = result.waker(result.rules_[i]);
    if (waker == nullptr) {
      result.always_.push_back(i);
      continue;
    }
    auto& woken = result.fields_[waker->field].woken;
    std::fill(woken.begin() + waker->first, woken.begin() + waker->last, i);
    result.wakers_.push_back(waker->field);
  }
  std::sort(result.wakers_.begin(), result.wakers_.end());
  result.wakers_.erase(std::unique(result.wakers_.begin(), result.wakers_.end()), result.wakers_.end());
  for (FieldSet& field : result.fields_) field.sources = {};
  return result;
}

CustomRules::Node CustomRules::compile(const Condition& condition) {
  Node node;
  node.kind = condition.kind;
  for (const Condition& part : condition.parts) node.parts.push_back(compile(part));
  if (condition.kind != Condition::Kind::compare) return node;
  const Comparison& comparison = condition.comparison;
  const auto known = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const FieldSet& field) { return field.field == comparison.field; });
  node.field = static_cast<std::uint32_t>(known - fields_.begin());
  if (known == fields_.end()) fields_.push_back({comparison.field, {}, {}, {}});
  auto& sources = fields_[node.field].sources;
  node.first = static_cast<std::uint32_t>(sources.size());
  for (const Matcher& matcher : comparison.matchers) sources.push_back(pattern_of(matcher, comparison.field.field));
  node.last = static_cast<std::uint32_t>(sources.size());
  constexpr double far = std::numeric_limits<double>::infinity();
  node.numeric = comparison.matchers.empty();
  node.above = comparison.above.value_or(-far);
  node.below = comparison.below.value_or(far);
  node.at_least = comparison.at_least.value_or(-far);
  node.at_most = comparison.at_most.value_or(far);
  return node;
}

/// Of several comparisons, the one on text of people and pages: a comparison with "click" would match every click.
const CustomRules::Node* CustomRules::waker(const Node& node) const {
  if (node.kind == Condition::Kind::compare) return node.numeric ? nullptr : &node;
  if (node.kind != Condition::Kind::all) return nullptr;
  const Node* best = nullptr;
  for (const Node& part : node.parts) {
    const Node* candidate = waker(part);
    if (candidate == nullptr) continue;
    const auto is_word = [&](const Node& of) {
      return describe(fields_[of.field].field.field).kind == ValueKind::word;
    };
    if (best == nullptr || (is_word(*best) && !is_word(*candidate))) best = candidate;
  }
  return best;
}

Truth CustomRules::compare(const Node& node, Seen& seen) const {
  const Seen::Value& value = seen.at(fields_, node.field);
  if (node.numeric) {
    if (!value.number) return value.unknown ? Truth::unknown : Truth::no;
    const double number = *value.number;
    const bool within = number > node.above && number < node.below && number >= node.at_least && number <= node.at_most;
    return within ? Truth::yes : Truth::no;
  }
  const auto hit = std::lower_bound(value.matched.begin(), value.matched.end(), static_cast<int>(node.first));
  if (hit != value.matched.end() && *hit < static_cast<int>(node.last)) return Truth::yes;
  return value.unknown ? Truth::unknown : Truth::no;
}

Truth CustomRules::evaluate(const Node& node, Seen& seen) const {
  if (node.kind == Condition::Kind::compare) return compare(node, seen);
  if (node.kind == Condition::Kind::all) {
    Truth all = Truth::yes;
    for (const Node& part : node.parts) {
      all = std::min(all, evaluate(part, seen));
      if (all == Truth::no) break;
    }
    return all;
  }
  Truth any = Truth::no;
  for (const Node& part : node.parts) {
    any = std::max(any, evaluate(part, seen));
    if (any == Truth::yes) break;
  }
  if (node.kind == Condition::Kind::any) return any;
  return any == Truth::yes ? Truth::no : any == Truth::no ? Truth::yes : Truth::unknown;
}

/// What of the rule matched, in the rule's own words: typed or pasted text is not repeated.
void CustomRules::explain(const Condition& condition, const Node& node, Seen& seen, std::string& words) const {
  if (condition.kind == Condition::Kind::none) return;
  for (std::size_t i = 0; i < condition.parts.size(); ++i) explain(condition.parts[i], node.parts[i], seen, words);
  if (condition.kind != Condition::Kind::compare) return;
  const Truth truth = compare(node, seen);
  if (truth == Truth::no) return;
  words += (words.empty() ? "" : ", ") + condition.comparison.field.text();
  if (truth == Truth::unknown) {
    words += " is not known";
    return;
  }
  const Seen::Value& value = seen.at(fields_, node.field);
  for (const int matched : value.matched) {
    if (matched < static_cast<int>(node.first) || matched >= static_cast<int>(node.last)) continue;
    const Matcher& matcher = condition.comparison.matchers[static_cast<std::size_t>(matched) - node.first];
    words += (matcher.is_pattern ? " matches " : " is ") + matcher.text;
    return;
  }
}

std::optional<std::size_t> CustomRules::first(const FieldReader& read) const {
  Seen seen{read, std::vector<Seen::Value>(fields_.size())};
  for (std::size_t i = 0; i < rules_.size(); ++i) {
    if (evaluate(rules_[i], seen) == Truth::yes) return i;
  }
  return std::nullopt;
}

void CustomRules::judge(const std::vector<CustomRule>& rules, const FieldReader& read,
                        std::vector<Finding>& findings) const {
  if (rules_.empty()) return;
  Seen seen{read, std::vector<Seen::Value>(fields_.size())};
  std::vector<std::uint32_t> candidates = always_;
  for (const std::uint32_t field : wakers_) {
    const auto& woken = fields_[field].woken;
    const Seen::Value& value = seen.at(fields_, field);
    const auto wake = [&](std::size_t source) {
      if (woken[source] != nobody) candidates.push_back(woken[source]);
    };
    if (value.unknown) {
      for (std::size_t source = 0; source < woken.size(); ++source) wake(source);
    } else {
      for (const int source : value.matched) wake(static_cast<std::size_t>(source));
    }
  }
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  for (const std::uint32_t i : candidates) {
    const CustomRule& rule = rules[i];
    const Truth truth = evaluate(rules_[i], seen);
    if (truth == Truth::no) continue;
    // A hint about an unknown fact would be noise; a decision stricter than asking would stop work although the rule
    // may not apply.
    if (truth == Truth::unknown && rule.decision == Decision::warn) continue;
    const bool known = truth == Truth::yes;
    std::string words;
    explain(rule.when, rules_[i], seen, words);
    std::string reason = rule.reason.empty() ? "the rule " + in_quotes(rule.name) + " holds: " + words : rule.reason;
    if (!known) reason = "the rule " + in_quotes(rule.name) + " may hold, and a person decides: " + words;
    findings.push_back({"custom", known ? "rule" : "rule_unknown",
                        known ? rule.decision : Decision::require_confirmation, std::move(reason),
                        rule.title() + (words.empty() ? "" : ": " + words), rule.hint});
  }
}

}  // namespace interlock::gate
