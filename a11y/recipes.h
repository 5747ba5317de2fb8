/// What a look at a place had to ask, step by step, so that the next look there can ask it all at once.
#pragma once

#include <deque>
#include <optional>

#include "a11y/atspi.h"

namespace interlock::a11y {

class Recipes {
 public:
  struct Place {
    std::uint64_t window = 0;
    std::optional<gate::Point> at;  ///< nothing: the window's focus
    bool operator==(const Place&) const = default;
  };

  std::vector<Question> at(const Place& place) const;
  void remember(const Place& place, std::vector<Question> questions);

 private:
  static constexpr std::size_t max_places = 32;
  std::deque<std::pair<Place, std::vector<Question>>> recipes_;  ///< latest last
};

}  // namespace interlock::a11y
