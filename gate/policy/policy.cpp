#include "gate/policy/policy.h"

#include <utility>

#include "gate/policy/patterns.h"

namespace interlock::gate {

Policy::Policy(Config config, std::unique_ptr<const Patterns> patterns)
    : config_(std::move(config)), patterns_(std::move(patterns)) {}

Policy::~Policy() = default;

const Config& Policy::config() const {
  return config_;
}

Policy::Result Policy::compile(Config config) {
  std::vector<PatternError> errors;
  auto patterns = std::make_unique<Patterns>();
  patterns->blocklist = PatternSet::compile(config.blocklist_patterns, "blocklist_patterns", errors);
  patterns->irreversible = PatternSet::compile(config.irreversible_patterns, "irreversible_patterns", errors);
  patterns->credential = PatternSet::compile(config.credential_patterns, "credential_patterns", errors);
  patterns->credential_allowlist = PatternSet::compile(config.credential_allowlist, "credential_allowlist", errors);
  if (config.expected_window_pattern) {
    std::string message;
    patterns->expected_window = Pattern::compile(*config.expected_window_pattern, message);
    if (!patterns->expected_window) errors.push_back({"expected_window_pattern", 0, message});
  }
  patterns->applications = Applications::compile(config);
  patterns->destination = DestinationRules::compile(config.guardrails, errors);

  patterns->custom = CustomRules::compile(config.rules, errors);

  if (!errors.empty()) return errors;
  return std::shared_ptr<const Policy>(new Policy(std::move(config), std::move(patterns)));
}

}  // namespace interlock::gate
