/// The requests that a look at a place had to send step by step, so that the next look there can send them all at once.
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
    std::vector<Request> requests;
  };

  /// Nothing if there was no look yet.
  std::optional<Recipe> at(const Place& place) const;
  /// The latest one at this point, whatever window was there.
  std::optional<Recipe> latest(std::optional<Point> at) const;
  void remember(const Place& place, std::vector<Request> requests);

 private:
  static constexpr std::size_t max_places = 32;
  std::deque<Recipe> recipes_;  ///< latest last
};

}  // namespace interlock::a11y
