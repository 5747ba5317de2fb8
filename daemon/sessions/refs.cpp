#include "daemon/sessions/refs.h"

#include <charconv>

namespace interlock::daemon {

std::string Refs::name(std::uint64_t window, const Element& element) {
  const auto known = by_path_.find(element.path);
  if (known != by_path_.end()) {
    auto& referred = by_number_.at(known->second);
    if (referred.role == element.role && referred.window == window) {
      referred.name = element.name;
      return "e" + std::to_string(known->second);
    }
    by_number_.erase(known->second);
    by_path_.erase(known);
  }
  if (by_number_.size() >= most) {
    by_path_.erase(by_number_.begin()->second.path);
    by_number_.erase(by_number_.begin());
  }
  const auto number = ++last_;
  by_number_[number] = {window, element.path, element.role, element.name};
  by_path_[element.path] = number;
  return "e" + std::to_string(number);
}

const Referred* Refs::find(std::string_view ref) const {
  std::uint64_t number = 0;
  if (ref.size() < 2 || ref.front() != 'e' || ref[1] == '0') return nullptr;
  const auto [end, error] = std::from_chars(ref.data() + 1, ref.data() + ref.size(), number);
  if (error != std::errc() || end != ref.data() + ref.size()) return nullptr;
  const auto found = by_number_.find(number);
  return found == by_number_.end() ? nullptr : &found->second;
}

}  // namespace interlock::daemon
