#include "policy/mistakes.h"

#include <algorithm>
#include <tuple>

namespace interlock::policy {

void Mistakes::add(Place place, std::string what, std::string advice) {
  if (found_.size() == max_listed) {
    more_ = true;
    return;
  }
  const std::string where = name_ + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  found_.push_back({place, {std::move(what), where, std::move(advice)}});
}

std::vector<Error> Mistakes::take() {
  std::stable_sort(found_.begin(), found_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
  });
  std::vector<Error> errors;
  for (auto& entry : found_) errors.push_back(std::move(entry.error));
  if (more_) errors.push_back({"and more mistakes", name_, {}});
  return errors;
}

std::string unknown(std::string_view kind, std::string_view text, const std::vector<std::string_view>& candidates) {
  return "unknown " + std::string(kind) + " " + in_single_quotes(text) + did_you_mean(text, candidates);
}

}  // namespace interlock::policy
