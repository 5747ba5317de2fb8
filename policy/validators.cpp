#include "policy/validators.h"

#include <algorithm>

#include "policy/readers.h"
#include "policy/rules.h"

namespace interlock::policy {

namespace {

constexpr std::uint32_t least_deadline = 10;
constexpr std::uint32_t most_deadline = 60'000;

/// The name is part of rule names, events and replies.
void read_name(const Node& node, std::string& into, Mistakes& mistakes) {
  const auto text = text_of(node, mistakes);
  if (!text) return;
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  };
  if (text->empty() || text->size() > max_validator_name || !std::all_of(text->begin(), text->end(), fits)) {
    return mistakes.add(node.place, in_single_quotes(*text) + " is not a name for a validator",
                        "letters, digits, - and _, at most " + std::to_string(max_validator_name));
  }
  into = *text;
}

void read_command(const Node& node, std::vector<std::string>& into, Mistakes& mistakes) {
  if (node.kind != Node::Kind::list || node.items.empty()) {
    return wrong_type(node, "a list (the program's absolute path, then its arguments)", mistakes);
  }
  for (const Node& item : node.items) into.push_back(text_of(item, mistakes).value_or("wrong"));
  if (!into.front().starts_with('/')) {
    mistakes.add(node.items.front().place, "an absolute path expected, found " + in_single_quotes(into.front()),
                 "interlock starts a validator without a shell and without PATH");
  }
}

void read_deadline(const Node& node, std::chrono::milliseconds& into, Mistakes& mistakes) {
  auto count = static_cast<std::uint32_t>(into.count());
  read_count(node, count, least_deadline, most_deadline, mistakes);
  into = std::chrono::milliseconds{count};
}

ValidatorSettings read_validator(const Node& node, Mistakes& mistakes) {
  ValidatorSettings validator;
  validator.at = {node.place.line, node.place.column};
  if (node.kind != Node::Kind::map) {
    wrong_type(node, "a validator (name: ..., command: [...])", mistakes);
    return validator;
  }
  for (const auto& [key, place, value] : node.members) {
    if (key == "name") {
      read_name(value, validator.name, mistakes);
    } else if (key == "command") {
      read_command(value, validator.command, mistakes);
    } else if (key == "when") {
      validator.when = read_condition(value, mistakes);
    } else if (key == "deadline_ms") {
      read_deadline(value, validator.deadline, mistakes);
    } else if (key == "on_timeout") {
      validator.on_timeout = decision_of(value, mistakes).value_or(validator.on_timeout);
    } else if (key == "on_failure") {
      validator.on_failure = decision_of(value, mistakes).value_or(validator.on_failure);
    } else {
      mistakes.add(place, unknown("key", key, {"name", "command", "when", "deadline_ms", "on_timeout", "on_failure"}),
                   "a validator has name, command, when, deadline_ms, on_timeout, on_failure");
    }
  }
  if (node.find("name") == nullptr) mistakes.add(node.place, "the validator has no 'name'");
  return validator;
}

}  // namespace

void read_validators(const Node& node, Settings& settings, Mistakes& mistakes) {
  settings.validators.clear();
  if (node.kind != Node::Kind::list) return wrong_type(node, "a list of validators", mistakes);
  if (node.items.size() > max_validators) {
    return mistakes.add(node.items[max_validators].place,
                        "more than " + std::to_string(max_validators) + " validators");
  }
  for (const Node& item : node.items) {
    if (mistakes.full()) return;
    ValidatorSettings validator = read_validator(item, mistakes);
    const auto same = [&](const ValidatorSettings& other) { return other.name == validator.name; };
    if (std::any_of(settings.validators.begin(), settings.validators.end(), same)) {
      mistakes.add(item.place, "a second validator named " + in_single_quotes(validator.name));
    }
    settings.validators.push_back(std::move(validator));
  }
}

Validators compile_validators(const std::vector<ValidatorSettings>& settings, Mistakes& mistakes) {
  Validators result;
  for (const ValidatorSettings& validator : settings) {
    gate::CustomRule when;
    when.name = validator.name;
    // An empty `all` is always true.
    when.when = validator.when.value_or(gate::Condition{gate::Condition::Kind::all, {}, {}, validator.at});
    when.at = validator.at;
    std::vector<gate::PatternError> errors;
    Validator compiled{validator, {std::move(when)}, {}};
    compiled.compiled = gate::CustomRules::compile(compiled.when, errors);
    for (const auto& error : errors) mistakes.add({error.at.line, error.at.column}, "not a pattern: " + error.message);
    result.push_back(std::move(compiled));
  }
  return result;
}

}  // namespace interlock::policy
