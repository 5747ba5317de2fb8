#include "gate/decision.h"

#include <array>

namespace interlock::gate {
namespace {

constexpr std::array<std::string_view, 5> names = {"allow", "warn", "require_confirmation", "block", "halt"};

}  // namespace

std::string_view decision_name(Decision decision) {
  const auto number = static_cast<std::size_t>(decision);
  return number < names.size() ? names[number] : names.back();
}

std::optional<Decision> decision_from_name(std::string_view name) {
  for (std::size_t number = 0; number < names.size(); ++number) {
    if (names[number] == name) return static_cast<Decision>(number);
  }
  return std::nullopt;
}

}  // namespace interlock::gate
