#include "policy/profiles.h"

#include <algorithm>

#include "gate/readings/custom_reading.h"
#include "gate/session/scope.h"
#include "policy/keys.h"
#include "policy/readers.h"
#include "policy/rules.h"
#include "values/principal.h"

namespace interlock::policy {

namespace {

/// A session keeps its profile, so a profile may depend only on what does not change during a session.
void only_of_sessions(const gate::Condition& condition, Mistakes& mistakes) {
  for (const gate::Condition& part : condition.parts) only_of_sessions(part, mistakes);
  if (condition.kind != gate::Condition::Kind::compare) return;
  const gate::Field field = condition.comparison.field.field;
  if (field >= gate::Field::agent_name && field <= gate::Field::goal) return;
  mistakes.add({condition.at.line, condition.at.column},
               "a profile cannot depend on '" + condition.comparison.field.text() + "', which changes with each action",
               "possible: agent.name, agent.program, directive, goal");
}

ProfileSettings read_profile(const Node& node, const Settings& base, Mistakes& mistakes) {
  ProfileSettings profile{{}, {}, base.gate, {node.place.line, node.place.column}};
  // The rules for all agents already judge in the base policy, beside the profile.
  profile.gate.rules.clear();
  if (node.kind != Node::Kind::map) {
    wrong_type(node, "a profile (name: ..., when: ..., policy: ...)", mistakes);
    return profile;
  }
  for (const auto& [key, place, value] : node.members) {
    if (key == "name") {
      profile.name = text_of(value, mistakes).value_or("");
    } else if (key == "when") {
      profile.when = read_condition(value, mistakes);
      only_of_sessions(*profile.when, mistakes);
    } else if (key == "policy") {
      Settings settings{.gate = std::move(profile.gate)};
      read_profile_settings(value, settings, mistakes);
      profile.gate = std::move(settings.gate);
    } else {
      mistakes.add(place, unknown("key", key, {"name", "when", "policy"}), "a profile has name, when, policy");
    }
  }
  for (const auto key : {"name", "policy"}) {
    if (node.find(key) == nullptr) mistakes.add(node.place, "the profile has no '" + std::string(key) + "'");
  }
  return profile;
}

}  // namespace

void read_profiles(const Node& node, Settings& settings, Mistakes& mistakes) {
  settings.profiles.clear();
  if (node.kind != Node::Kind::list) return wrong_type(node, "a list of profiles", mistakes);
  if (node.items.size() > max_profiles) {
    return mistakes.add(node.items[max_profiles].place, "more than " + std::to_string(max_profiles) + " profiles");
  }
  for (const Node& item : node.items) {
    if (mistakes.full()) return;
    ProfileSettings profile = read_profile(item, settings, mistakes);
    const auto same = [&](const ProfileSettings& other) { return other.name == profile.name; };
    if (std::any_of(settings.profiles.begin(), settings.profiles.end(), same)) {
      mistakes.add(item.place, "a second profile named " + in_single_quotes(profile.name));
    }
    settings.profiles.push_back(std::move(profile));
  }
}

Profiles Profiles::compile(const std::vector<ProfileSettings>& settings, Mistakes& mistakes) {
  Profiles result;
  std::vector<gate::CustomRule> whens;
  const auto tell = [&](const std::vector<gate::PatternError>& errors, gate::Spot profile) {
    for (const auto& error : errors) {
      const gate::Spot at = error.at.line > 0 ? error.at : profile;
      const std::string key = error.key == "rules" ? "" : error.key + ": ";
      mistakes.add({at.line, at.column}, "not a pattern: " + key + error.message);
    }
  };
  for (const ProfileSettings& profile : settings) {
    auto compiled = gate::Policy::compile(profile.gate);
    if (const auto* errors = std::get_if<std::vector<gate::PatternError>>(&compiled)) {
      tell(*errors, profile.at);
      continue;
    }
    result.profiles_.push_back({profile.name, std::get<std::shared_ptr<const gate::Policy>>(compiled)});
    gate::CustomRule when;
    when.name = profile.name;
    // An empty `any` is never true.
    when.when = profile.when.value_or(gate::Condition{gate::Condition::Kind::any, {}, {}, profile.at});
    when.at = profile.at;
    whens.push_back(std::move(when));
  }
  std::vector<gate::PatternError> errors;
  result.whens_ = gate::CustomRules::compile(whens, errors);
  tell(errors, {});
  return result;
}

const Profile* Profiles::find(const Principal& principal, const gate::Scope& scope) const {
  if (profiles_.empty()) return nullptr;
  const auto first = whens_.first(gate::reader_of({nullptr, nullptr, principal, scope}));
  return first ? &profiles_[*first] : nullptr;
}

const Profile* Profiles::named(std::string_view name) const {
  const auto found =
      std::find_if(profiles_.begin(), profiles_.end(), [&](const auto& one) { return one.name == name; });
  return found == profiles_.end() ? nullptr : &*found;
}

}  // namespace interlock::policy
