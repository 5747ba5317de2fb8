/// The checks: one file each in checks/, all with one signature. A check reads the case and adds what it finds; it
/// never sees another's findings, so adding a check can never weaken a decision.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "gate/readings/case.h"
#include "values/assessment.h"

namespace interlock::gate {

namespace checks {
void guarded(const Case& question, Findings& findings);
void blocklist(const Case& question, Findings& findings);
void loop(const Case& question, Findings& findings);
void credential(const Case& question, Findings& findings);
void irreversible(const Case& question, Findings& findings);
void context(const Case& question, Findings& findings);
void confidence(const Case& question, Findings& findings);
void scope(const Case& question, Findings& findings);
void destination(const Case& question, Findings& findings);
void captcha(const Case& question, Findings& findings);
void key_chord(const Case& question, Findings& findings);
void budget(const Case& question, Findings& findings);
void custom(const Case& question, Findings& findings);
}  // namespace checks

struct Check {
  std::string_view rule;  ///< the name its findings carry
  void (*run)(const Case&, Findings&);
  bool of_target = false;  ///< judges what the action meets: run for a control that a key is bound to, too
};

/// All checks in the order that breaks ties.
std::span<const Check> all_checks();

/// What `findings`, in check order, add up to.
Assessment assessment_of(Findings findings, double confidence);

}  // namespace interlock::gate
