#include "gate/policy/destination_rules.h"

#include <algorithm>

#include "gate/url/characters.h"

namespace interlock::gate {
namespace {

std::vector<url::DomainPattern> compile_domains(const std::vector<std::string>& entries, const std::string& key,
                                                std::vector<PatternError>& errors) {
  std::vector<url::DomainPattern> patterns;
  if (entries.size() > max_patterns) {
    errors.push_back({key, max_patterns, "more than " + std::to_string(max_patterns) + " entries"});
    return patterns;
  }
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string error;
    if (auto pattern = url::DomainPattern::parse(entries[i], error)) {
      patterns.push_back(std::move(*pattern));
    } else {
      errors.push_back({key, i, std::move(error)});
    }
  }
  return patterns;
}

/// "https", "https:" and "https://" are the same.
std::vector<std::string> compile_protocols(const std::vector<std::string>& entries, std::vector<PatternError>& errors) {
  std::vector<std::string> protocols;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    std::string error;
    const std::string scheme = lower(std::string_view(entries[i]).substr(0, entries[i].find(':')));
    const std::string_view rest = std::string_view(entries[i]).substr(scheme.size());
    if (!rest.empty() && rest != ":" && rest != "://") error = "a scheme is expected, such as https";
    // As a pattern, so that its scheme is checked for typing mistakes.
    if (error.empty()) url::DomainPattern::parse(scheme + "://*", error);
    if (!error.empty()) errors.push_back({"guardrails.allowed_protocols", i, std::move(error)});
    protocols.push_back(scheme);
  }
  return protocols;
}

}  // namespace

DestinationRules DestinationRules::compile(const Guardrails& guardrails, std::vector<PatternError>& errors) {
  DestinationRules rules;
  rules.allowed = compile_domains(guardrails.allowed_domains, "guardrails.allowed_domains", errors);
  rules.blocked = compile_domains(guardrails.blocked_domains, "guardrails.blocked_domains", errors);
  rules.protocols = compile_protocols(guardrails.allowed_protocols, errors);
  rules.patterns = PatternSet::compile(guardrails.blocked_patterns, "guardrails.blocked_patterns", errors);
  rules.allow_only = !guardrails.allow_private_networks || !rules.allowed.empty() || !rules.protocols.empty();
  rules.lists = !rules.allowed.empty() || !rules.protocols.empty() || !rules.blocked.empty() ||
                !rules.patterns.empty() || !guardrails.blocked_categories.empty();
  rules.any = rules.allow_only || rules.lists || guardrails.block_ip_addresses.value_or(true) ||
              guardrails.allow_directive_domains || guardrails.max_urls_visited > 0 ||
              guardrails.max_visits_per_domain > 0;
  return rules;
}

}  // namespace interlock::gate
