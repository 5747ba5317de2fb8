#include "platform/x11/property.h"

#include <algorithm>
#include <cstring>

#include "platform/x11/property_text.h"

namespace interlock::platform::x11 {

std::uint32_t Property::at(std::size_t index) const {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + index * sizeof number, sizeof number);
  return number;
}

bool Property::holds(std::uint32_t number) const {
  for (std::size_t i = 0; i < count(); ++i) {
    if (at(i) == number) return true;
  }
  return false;
}

std::string title_of(const Property& net_wm_name, const Property& wm_name, std::uint32_t utf8_string) {
  auto title = utf8_property(net_wm_name.text());
  if (!title.empty()) return title;
  return wm_name.type == utf8_string ? utf8_property(wm_name.text()) : latin1_property(wm_name.text());
}

std::vector<WindowNames> former_names(const Property& property) {
  std::vector<WindowNames> names;
  if (property.type == 0) return names;
  std::string_view left = property.text();
  const auto next = [&left] {
    std::string text = utf8_property(left);
    left.remove_prefix(std::min(left.find('\0'), left.size() - 1) + 1);
    return text;
  };
  while (!left.empty() && names.size() < most_former_names) {
    WindowNames each{.wm_class = next(), .title = {}};
    if (!left.empty()) each.title = next();
    names.push_back(std::move(each));
  }
  if (names.empty()) names.emplace_back();
  return names;
}

std::string type_of(const Property& window_type, const std::vector<std::pair<std::uint32_t, std::string>>& names,
                    bool transient) {
  for (std::size_t i = 0; i < window_type.count(); ++i) {
    for (const auto& [atom, name] : names) {
      if (atom == window_type.at(i)) return name;
    }
  }
  return transient ? "dialog" : "normal";
}

std::optional<SizeSteps> steps_of(const Property& normal_hints) {
  // ICCCM 4.1.2.3: flags, 4 unused, min, max, increments, aspects, base.
  constexpr std::uint32_t has_increments = 1U << 6U, has_base = 1U << 8U;
  constexpr std::size_t increments = 9, base = 15;
  if (normal_hints.count() <= increments + 1 || (normal_hints.at(0) & has_increments) == 0) return std::nullopt;
  const auto number = [&](std::size_t i) { return static_cast<std::int32_t>(normal_hints.at(i)); };
  SizeSteps steps{.width = number(increments), .height = number(increments + 1)};
  if (normal_hints.count() > base + 1 && (normal_hints.at(0) & has_base) != 0) {
    steps.base_width = number(base);
    steps.base_height = number(base + 1);
  }
  return steps;
}

}  // namespace interlock::platform::x11
