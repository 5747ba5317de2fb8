/// Custom rules, compiled: the texts of all rules about one field are one set, matched once for each action; only rules
/// of which something matched are then evaluated. Immutable, thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gate/policy/custom_rule.h"
#include "gate/policy/field_reading.h"
#include "gate/words/pattern_set.h"
#include "values/assessment.h"

namespace interlock::gate {

/// Limits for all rules of a policy together; each field's set has the limits of pattern_set.h.
inline constexpr std::size_t max_rules = 10'000;

/// Three-valued: an unknown fact may match or not.
enum class Truth : std::uint8_t { no, unknown, yes };

class CustomRules {
 public:
  /// Adds to `errors` each text that is not a valid pattern, with its place.
  static CustomRules compile(const std::vector<CustomRule>& rules, std::vector<PatternError>& errors);

  bool empty() const { return rules_.empty(); }

  /// The first rule that certainly holds.
  std::optional<std::size_t> first(const FieldReader& read) const;
  /// Adds the findings of the rules, in the order of the rules. `rules` are those that were compiled.
  void judge(const std::vector<CustomRule>& rules, const FieldReader& read, std::vector<Finding>& findings) const;

 private:
  struct FieldSet {  ///< one field, and everything that rules compare it with
    FieldName field;
    std::vector<std::string> sources;
    PatternSet set;
    std::vector<std::uint32_t> woken;  ///< for each source: the rule that is evaluated if it matches; or none
  };
  struct Node {
    Condition::Kind kind = Condition::Kind::all;
    std::uint32_t field = 0;  ///< for compare: index of its FieldSet
    std::uint32_t first = 0;  ///< for compare: its matchers in that set
    std::uint32_t last = 0;
    bool numeric = false;  ///< for compare: bounds, not matchers
    double above = 0;
    double below = 0;
    double at_least = 0;
    double at_most = 0;
    std::vector<Node> parts;
  };
  struct Seen;

  Node compile(const Condition& condition);
  /// The comparison without which the rule cannot hold; null if no such comparison can be looked up.
  const Node* waker(const Node& node) const;
  Truth evaluate(const Node& node, Seen& seen) const;
  Truth compare(const Node& node, Seen& seen) const;
  void explain(const Condition& condition, const Node& node, Seen& seen, std::string& words) const;

  std::vector<FieldSet> fields_;
  std::vector<Node> rules_;
  std::vector<std::uint32_t> always_;  ///< rules that are always evaluated
  std::vector<std::uint32_t> wakers_;  ///< fields whose match causes a rule to be evaluated
};

}  // namespace interlock::gate
