/// Tips of elements that a session does not see. Some toolkits publish a tip as an ordinary text somewhere else in the
/// window (GTK 4.18); its words are the description of the element that it belongs to.
#pragma once

#include <set>
#include <string>

#include "values/observation.h"

namespace interlock::gate {

class HiddenTips {
 public:
  /// An element that is hidden.
  void add(const Element& hidden);
  /// Whether the element's name repeats the description of one that was added.
  bool contains(const Element& element) const;

 private:
  std::set<std::string> texts_;  ///< normalised
};

}  // namespace interlock::gate
