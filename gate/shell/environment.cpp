#include "gate/shell/environment.h"

namespace interlock::gate::shell {

std::vector<Value>* Environment::entry(std::string_view name) {
  if (const auto other = references.find(name); other != references.end()) name = other->second;
  auto at = variables.find(name);
  if (at == variables.end()) {
    if (variables.size() >= max_names) return nullptr;
    at = variables.emplace(std::string(name), std::vector<Value>{}).first;
  }
  return &at->second;
}

void Environment::set(std::string_view name, Value value, bool conditional) {
  std::vector<Value>* candidates = entry(name);
  if (candidates == nullptr) return;
  if (!conditional) candidates->clear();
  // Set in a branch that may not run: otherwise the shell's own environment may set it.
  if (conditional && candidates->empty()) candidates->push_back({std::string(unknown_text), {}});
  add(*candidates, std::move(value));
}

void Environment::set_in_loop(std::string_view name, Value value, bool conditional) {
  std::vector<Value>* candidates = entry(name);
  if (candidates == nullptr) return;
  if (conditional && candidates->empty()) candidates->push_back({std::string(unknown_text), {}});
  add(*candidates, std::move(value), max_loop_words);
}

void Environment::add(std::vector<Value>& candidates, Value value, std::size_t most) {
  std::erase_if(candidates, [&](const Value& old) {
    if (old.text != value.text) return false;
    value.add_sources(old.sources);
    return true;
  });
  if (candidates.size() >= most) {
    // The two oldest make one.
    Value unknown{std::string(unknown_text), std::move(candidates[0].sources)};
    unknown.add_sources(candidates[1].sources);
    candidates.erase(candidates.begin());
    candidates[0] = std::move(unknown);
  }
  candidates.push_back(std::move(value));
}

void Environment::unset(std::string_view name) {
  if (const auto at = variables.find(name); at != variables.end()) variables.erase(at);
  if (const auto at = functions.find(name); at != functions.end()) functions.erase(at);
}

const std::vector<Value>* Environment::find(std::string_view name) const {
  if (const auto other = references.find(name); other != references.end()) name = other->second;
  const auto at = variables.find(name);
  return at == variables.end() || at->second.empty() ? nullptr : &at->second;
}

void Environment::forget_sources() {
  for (auto& [name, values] : variables) {
    for (Value& value : values) value.sources.clear();
  }
  if (positional) {
    for (Value& value : *positional) value.sources.clear();
  }
  open_pipe = {};
}

}  // namespace interlock::gate::shell
