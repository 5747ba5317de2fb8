#include "gate/readings/hidden_tips.h"

#include "values/text.h"

namespace interlock::gate {

void HiddenTips::add(const Element& hidden) {
  if (!hidden.description.empty()) texts_.insert(normalise(hidden.description).text);
}

bool HiddenTips::contains(const Element& element) const {
  return !texts_.empty() && !element.name.empty() && texts_.contains(normalise(element.name).text);
}

}  // namespace interlock::gate
