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
    std::optional<Point> at;  ///< nothing: the window's focus
    bool operator==(const Place&) const = default;
  };

  struct Recipe {
    Place place;
    std::vector<Question> questions;
  };

  /// Nothing where no look was made yet.
  std::optional<Recipe> at(const Place& place) const;
  /// The latest at this point, whatever window was there.
  std::optional<Recipe> latest(std::optional<Point> at) const;
  void remember(const Place& place, std::vector<Question> questions);

 private:
  static constexpr std::size_t max_places = 32;
  std::deque<Recipe> recipes_;  ///< latest last
};

}  // namespace interlock::a11y
