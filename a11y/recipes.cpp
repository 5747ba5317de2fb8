#include "a11y/recipes.h"

#include <algorithm>
#include <utility>

namespace interlock::a11y {

std::optional<Recipes::Recipe> Recipes::at(const Place& place) const {
  const auto known = std::find_if(recipes_.begin(), recipes_.end(), [&](const Recipe& r) { return r.place == place; });
  if (known == recipes_.end()) return std::nullopt;
  return *known;
}

std::optional<Recipes::Recipe> Recipes::latest(std::optional<Point> at) const {
  const auto known =
      std::find_if(recipes_.rbegin(), recipes_.rend(), [&](const Recipe& r) { return r.place.at == at; });
  if (known == recipes_.rend()) return std::nullopt;
  return *known;
}

void Recipes::remember(const Place& place, std::vector<Request> requests) {
  std::erase_if(recipes_, [&](const Recipe& recipe) { return recipe.place == place; });
  if (recipes_.size() >= max_places) recipes_.pop_front();
  recipes_.push_back({place, std::move(requests)});
}

}  // namespace interlock::a11y
