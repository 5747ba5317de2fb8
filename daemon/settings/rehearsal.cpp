#include "daemon/settings/rehearsal.h"

#include <malloc.h>

#include "gate/safety_gate.h"

namespace interlock::daemon {
namespace {

Observation example(Role role, const char* name) {
  Window window;
  window.id = 1;
  window.app = window.wm_class = "chromium";
  window.title = "A page - Chromium";
  window.type = "normal";
  Element element;
  element.role = role;
  element.name = name;
  element.ancestors = {{Role::document_web, "A page", ""}};
  Observation seen;
  seen.window = std::move(window);
  seen.focus = element;
  seen.element = std::move(element);
  seen.document = Document{"https://example.com/page", "A page"};
  return seen;
}

}  // namespace

void rehearse(const std::shared_ptr<const gate::Policy>& policy) {
  gate::SafetyGate gate(policy);
  Action click, type;
  click.body = Click{{1, 1}};
  type.body = Type{"a few words\n"};
  (void)gate.assess(click, example(Role::push_button, "Next page"), Time{0});
  (void)gate.assess(type, example(Role::entry, "Your name"), Time{0});
  malloc_trim(0);
}

}  // namespace interlock::daemon
