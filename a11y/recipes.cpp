#include "a11y/recipes.h"

#include <utility>

namespace interlock::a11y {

std::vector<Question> Recipes::at(const Place& place) const {
  for (const auto& [known, questions] : recipes_) {
    if (known == place) return questions;
  }
  return {};
}

void Recipes::remember(const Place& place, std::vector<Question> questions) {
  std::erase_if(recipes_, [&](const auto& recipe) { return recipe.first == place; });
  if (recipes_.size() >= max_places) recipes_.pop_front();
  recipes_.emplace_back(place, std::move(questions));
}

}  // namespace interlock::a11y
