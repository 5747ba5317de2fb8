/// A user's rule as plain data: its condition and its decision. policy/ reads rules from `rules:` and rules.d;
/// gate/policy/custom_rules.h compiles them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gate/policy/custom_field.h"
#include "gate/words/pattern_error.h"
#include "values/decision.h"

namespace interlock::gate {

/// One text that a field is compared with.
struct Matcher {
  std::string text;
  bool is_pattern =
      false;  ///< an RE2 pattern that may match anywhere; else a glob for the whole text: "*" any characters, "?" one
  Spot at;
  bool operator==(const Matcher&) const = default;
};

/// One field against texts, any of which may match, or against bounds, all of which must hold.
struct Comparison {
  FieldName field;
  std::vector<Matcher> matchers;
  std::optional<double> above;
  std::optional<double> below;
  std::optional<double> at_least;
  std::optional<double> at_most;
  bool operator==(const Comparison&) const = default;
};

struct Condition {
  enum class Kind : std::uint8_t { all, any, none, compare };  ///< none: no part may hold
  Kind kind = Kind::all;
  std::vector<Condition> parts;
  Comparison comparison;  ///< of Kind::compare
  Spot at;
  bool operator==(const Condition&) const = default;
};

struct CustomRule {
  std::string name;
  Condition when;
  Decision decision = Decision::require_confirmation;  ///< never allow: a rule raises
  std::string reason;                                  ///< for people; empty: a standard text names what matched
  std::string hint;                                    ///< for the agent: what to do instead; may be empty
  std::string file;                                    ///< where it was read, for messages
  Spot at;
  bool operator==(const CustomRule&) const = default;

  /// "no-bank (10-bank.yaml:3)"
  std::string title() const;
};

}  // namespace interlock::gate
