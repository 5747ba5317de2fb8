/// Short functions that make observations and actions, so that a test contains only what it is about.
#pragma once

#include <string>
#include <utility>

#include "gate/policy/policy.h"
#include "gate/safety_gate.h"

namespace interlock::gate::cases {

inline std::shared_ptr<const Policy> compiled(Config config = {}) {
  auto result = Policy::compile(std::move(config));
  auto* policy = std::get_if<std::shared_ptr<const Policy>>(&result);
  return policy ? *policy : nullptr;
}

/// The published design.
inline SafetyGate published(Config config = {}) {
  return SafetyGate(compiled(std::move(config)));
}

/// Our own rules alone.
inline Config consequence_config() {
  Config config;
  config.text_rules = TextRules::consequence;
  config.blocklist_patterns.clear();
  config.irreversible_patterns.clear();
  config.credential_patterns.clear();
  config.loop_threshold = 0;
  return config;
}
inline SafetyGate ours(Config config = consequence_config()) {
  return SafetyGate(compiled(std::move(config)));
}

inline Window window(std::string app = "chromium", std::string title = "Shop", std::string wm_class = "Chromium") {
  Window w;
  w.id = 0x400001;
  w.app = std::move(app);
  w.title = std::move(title);
  w.wm_class = std::move(wm_class);
  w.type = "normal";
  return w;
}

inline Element element(Role role, std::string name) {
  Element e;
  e.role = role;
  e.name = std::move(name);
  e.path = "/org/a11y/1";
  return e;
}

inline Observation on(Element e, Window w = window()) {
  Observation o;
  o.window = std::move(w);
  o.element = e;
  o.focus = std::move(e);
  o.document = none;
  return o;
}

inline Observation button(std::string label) {
  return on(element(Role::push_button, std::move(label)));
}
inline Observation entry(std::string label = "Name") {
  return on(element(Role::entry, std::move(label)));
}
/// A terminal without accessibility: only its window is known.
inline Observation xterm() {
  Observation o;
  o.window = window("xterm", "user@host: ~", "XTerm");
  o.element = Unknown::not_accessible;
  o.focus = Unknown::not_accessible;
  o.document = none;
  return o;
}

inline Action act(ActionBody body) {
  Action action;
  action.body = std::move(body);
  return action;
}
inline Action click() {
  return act(Click{{10, 20}});
}
inline Action type(std::string text) {
  return act(Type{std::move(text)});
}
inline Action key(std::string_view chords) {
  return act(Key{parse_key_chords(chords).value()});
}

inline Assessment assess(const SafetyGate& gate, const Action& action, const Observation& observation) {
  return gate.assess(action, observation, Time{0});
}
inline void record(SafetyGate& gate, const Action& action, const Observation& observation) {
  gate.record(action, observation, {}, Time{0});
}
inline Decision decide(const SafetyGate& gate, const Action& action, const Observation& observation) {
  return assess(gate, action, observation).decision;
}

}  // namespace interlock::gate::cases
