#include "values/decision.h"

#include <array>

namespace interlock {
namespace {

constexpr std::array<std::string_view, 5> decision_names = {"allow", "warn", "require_confirmation", "block", "halt"};

}  // namespace

std::string_view decision_name(Decision decision) {
  const auto number = static_cast<std::size_t>(decision);
  return number < decision_names.size() ? decision_names[number] : decision_names.back();
}

std::optional<Decision> decision_from_name(std::string_view name) {
  for (std::size_t number = 0; number < decision_names.size(); ++number) {
    if (decision_names[number] == name) return static_cast<Decision>(number);
  }
  return std::nullopt;
}

}  // namespace interlock
