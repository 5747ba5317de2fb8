#include "gate/checks/typed_secret.h"

#include "gate/readings/secret_place.h"

namespace interlock::gate::checks {
namespace {

std::string_view hint_for(std::string_view objection) {
  if (objection == "wrong_field") return "click into the right field of the page first, or name it by its ref";
  if (objection == "unknown_secret") return "list_secrets names the secrets that exist, and where each may be typed";
  return {};
}

}  // namespace

void typed_secret(const EvaluationContext& context, Findings& findings) {
  SecretPlace place = secret_place(context);
  if (!place.objection.empty()) {
    findings.push_back({"credential", place.objection, Decision::block, std::move(place.reason),
                        std::move(place.evidence), std::string(hint_for(place.objection))});
    return;
  }
  const SecretAsk ask = place.binding->ask;
  if (ask == SecretAsk::never) return;
  if (ask == SecretAsk::session && context.history.agreed_secrets.contains(agreement_key(place))) return;
  Reason reason =
      "typing the secret " + in_quotes(place.binding->name) + " into " + context.target_text() + ", for " + place.place;
  reason += ask == SecretAsk::session ? "; a yes holds for this secret here until the session ends" : "";
  findings.push_back({"credential", "secret", Decision::require_confirmation, std::move(reason), place.place});
}

}  // namespace interlock::gate::checks
