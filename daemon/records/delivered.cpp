#include "daemon/records/delivered.h"

namespace interlock::daemon {

Action as_delivered(const Action& action, std::size_t characters) {
  Action copy = action;
  if (auto* type = std::get_if<Type>(&copy.body)) {
    std::size_t end = 0;
    for (std::size_t count = 0; end < type->text.size(); ++end) {
      const bool starts_character = (static_cast<unsigned char>(type->text[end]) & 0xC0) != 0x80;
      if (starts_character && count++ == characters) break;
    }
    type->text.resize(end);
  }
  return copy;
}

bool may_have_arrived(const Step& step) {
  if (step.delivery.complete || !step.delivery.refusal) return false;
  const auto* key = std::get_if<Key>(&step.action.body);
  return step.delivery.refusal->code == "deadline" || (key != nullptr && key->chords.size() > 1);
}

}  // namespace interlock::daemon
