// Any bytes as a policy, as rules, and for lint: never a crash, a hang or an exception. What loads must compile, judge
// and be linted; what is refused has a reason.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "gate/safety_gate.h"
#include "policy/bundle.h"
#include "policy/lint.h"
#include "policy/loader.h"
#include "policy/rules_dir.h"

namespace {

using namespace interlock;

/// An action in which most fields have a value.
Decision judged(const policy::Loaded& loaded) {
  static const auto seen = [] {
    Window window;
    window.app = "chromium";
    window.title = "Shop";
    window.type = "normal";
    Element element;
    element.role = Role::push_button;
    element.name = "Pay now";
    element.ancestors = {{Role::dialog, "Checkout", "Pay 3 EUR?"}};
    Observation observation;
    observation.window = window;
    observation.element = element;
    observation.document = Document{"https://shop.example/pay", "Shop"};
    return observation;
  }();
  Action click;
  click.body = Click{{1, 2}};
  click.confidence = 0.8;
  gate::SafetyGate base(loaded.policy);
  const auto decision = base.assess(click, seen, Time{0}).decision;
  for (const auto& profile : loaded.profiles->all()) {
    base.set_policy(loaded.policy, profile.policy);
    if (base.assess(click, seen, Time{0}).decision < decision) std::abort();
  }
  return decision;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto loaded = policy::load_text(text, "fuzz", {});
  if (!loaded && loaded.error().empty()) std::abort();
  if (loaded) {
    if (loaded->policy == nullptr || loaded->profiles == nullptr) std::abort();
    const auto decision = judged(*loaded);
    // Its rules can only raise the decision made without them.
    policy::Loaded without = *loaded;
    without.settings.gate.rules.clear();
    auto compiled = gate::Policy::compile(without.settings.gate);
    without.policy = std::get<std::shared_ptr<const gate::Policy>>(compiled);
    if (judged(without) > decision) std::abort();
    if (!policy::lint_policy(text, "fuzz")) std::abort();
  }
  if (policy::signer_of(text)) std::abort();  // nobody has signed it
  if (policy::without_signature(policy::without_signature(text)) != policy::without_signature(text)) {
    // Two signatures: only the last is one of all before it.
    if (policy::without_signature(text) == text) std::abort();
  }
  policy::https_url_of(text);
  policy::seconds_of_date(text);
  const auto rules = policy::load_rules_text(text, "fuzz");
  if (!rules && rules.error().empty()) std::abort();
  if (rules.has_value() != policy::lint_rules_text(text, "fuzz").has_value()) std::abort();
  return 0;
}
