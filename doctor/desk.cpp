#include "doctor/desk.h"

namespace interlock::doctor {

std::optional<Desk> desk_of(const Here& here) {
  const auto* display = here.status ? here.status->if_contains("display") : nullptr;
  const auto* facts = display != nullptr ? display->if_object() : nullptr;
  if (facts == nullptr) return std::nullopt;
  const auto is_true = [&](const char* key) {
    const auto* value = facts->if_contains(key);
    return value != nullptr && value->is_bool() && value->get_bool();
  };
  const auto text = [&](const char* key) {
    const auto* value = facts->if_contains(key);
    return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
  };
  if (!is_true("desk")) return std::nullopt;
  return Desk{.works = is_true("ok"), .message = text("message"), .advisory = text("advisory")};
}

}  // namespace interlock::doctor
