#include "a11y/readable.h"

#include <charconv>
#include <string_view>

namespace interlock::a11y {

bool is_password(const Element& element) {
  return element.role == Role::password_text || element.attribute("text-input-type") == "password";
}

bool has_number(Role role) {
  return role == Role::slider || role == Role::spin_button || role == Role::dial || role == Role::progress_bar ||
         role == Role::level_bar || role == Role::rating || role == Role::scroll_bar;
}

bool is_static(Role role) {
  return role == Role::label || role == Role::static_ || role == Role::heading || role == Role::paragraph ||
         role == Role::caption;
}

std::string number_text(double number) {
  char buffer[32];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
  return {buffer, end};
}

std::string without_objects(std::string text) {
  static constexpr std::string_view object = "\xef\xbf\xbc";
  for (std::size_t at = 0; (at = text.find(object, at)) != std::string::npos;) text.erase(at, object.size());
  return text;
}

}  // namespace interlock::a11y
