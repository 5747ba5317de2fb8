/// How surely the target is what it is taken for and the rule applies: `Assessment::confidence`. A share, measured on
/// labelled targets and command lines (tests/fixtures/calibration): of the decisions with 0.9, nine of ten are those of
/// a person who sees the same.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "values/assessment.h"

namespace interlock::gate {

struct EvaluationContext;

/// What a decision rests on.
enum class Ground : std::uint8_t {
  fact,            ///< a role, an address, a count, a held key: the rule applies or not
  unseen,          ///< the target could not be seen
  own_words,       ///< the words of a control say what it does
  words_around,    ///< the words around it do: its dialog, its form, its page
  dangerous_line,  ///< a command line does something that cannot be taken back
  harmless_line,   ///< nothing of the kind was found in a command line
  harmless_name,   ///< nothing was found in the name of a control
  no_name,         ///< a control whose name says little: none, a sign, OK, Continue
};

struct GroundRow {
  Ground ground;
  std::string_view name;
  double confidence;  ///< 0 to 1
};
/// All rows, in the order of the enumeration.
std::span<const GroundRow> ground_table();

double confidence_of(Ground ground);

/// What the decision with these findings rests on: that of its most severe finding.
Ground ground_of(const EvaluationContext& context, const Assessment& assessment);

}  // namespace interlock::gate
