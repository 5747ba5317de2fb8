/// The compiled form of a policy's rules about URLs. Only for the checks.
#pragma once

#include <string>
#include <vector>

#include "gate/policy/config.h"
#include "gate/url/domain_pattern.h"
#include "gate/words/pattern_set.h"

namespace interlock::gate {

struct DestinationRules {
  std::vector<url::DomainPattern> allowed;
  std::vector<url::DomainPattern> blocked;
  std::vector<std::string> protocols;  ///< lower case, without the colon
  PatternSet patterns;
  bool any = false;         ///< at least one rule uses URLs
  bool lists = false;       ///< at least one names sites, by list, category or pattern
  bool allow_only = false;  ///< at least one lists what is allowed, so an invalid URL is not

  static DestinationRules compile(const Guardrails& guardrails, std::vector<PatternError>& errors);
};

}  // namespace interlock::gate
