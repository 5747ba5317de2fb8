#include "daemon/rehearsal.h"

#include <malloc.h>

#include "gate/safety_gate.h"

namespace interlock::daemon {
namespace {

gate::Observation example(gate::Role role, const char* name) {
  gate::Window window;
  window.id = 1;
  window.app = window.wm_class = "chromium";
  window.title = "A page - Chromium";
  window.type = "normal";
  gate::Element element;
  element.role = role;
  element.name = name;
  element.ancestors = {{gate::Role::document_web, "A page", ""}};
  gate::Observation seen;
  seen.window = std::move(window);
  seen.focus = element;
  seen.element = std::move(element);
  seen.document = gate::Document{"https://example.com/page", "A page"};
  return seen;
}

}  // namespace

void rehearse(const std::shared_ptr<const gate::Policy>& policy) {
  gate::SafetyGate gate(policy);
  gate::Action click, type;
  click.body = gate::Click{{1, 1}};
  type.body = gate::Type{"a few words\n"};
  (void)gate.assess(click, example(gate::Role::push_button, "Next page"), gate::Time{0});
  (void)gate.assess(type, example(gate::Role::entry, "Your name"), gate::Time{0});
  malloc_trim(0);
}

}  // namespace interlock::daemon
