#include "gate/shell/environment.h"

namespace interlock::gate::shell {

void Environment::set(std::string_view name, Value value, bool conditional) {
  if (const auto other = references.find(name); other != references.end()) name = other->second;
  auto at = variables.find(name);
  if (at == variables.end()) {
    if (variables.size() >= max_names) return;
    at = variables.emplace(std::string(name), std::vector<Value>{}).first;
  }
  std::vector<Value>& candidates = at->second;
  if (!conditional) candidates.clear();
  add(candidates, std::move(value));
}

void Environment::add(std::vector<Value>& candidates, Value value, std::size_t most) {
  std::erase_if(candidates, [&](const Value& old) {
    if (old.text != value.text) return false;
    value.add_sources(old.sources);
    return true;
  });
  if (candidates.size() >= most) candidates.erase(candidates.begin());
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

}  // namespace interlock::gate::shell
