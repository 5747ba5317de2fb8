#include "ipc/schema.h"

#include <algorithm>

#include "ipc/limits.h"

namespace interlock::ipc::schema {

json::object integer(std::int64_t min, std::int64_t max) {
  return {{"type", "integer"}, {"minimum", min}, {"maximum", max}};
}

json::object text(std::string_view description) {
  return {{"type", "string"}, {"description", description}};
}

json::object object(json::object properties, std::initializer_list<std::string_view> optional) {
  json::array required;
  for (const auto& property : properties) {
    const std::string_view key = property.key();
    if (std::find(optional.begin(), optional.end(), key) == optional.end()) required.emplace_back(key);
  }
  json::object schema = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  return schema;
}

json::object on_screen() {
  return {{"x", integer(0, limits::coordinate)}, {"y", integer(0, limits::coordinate)}};
}

json::object described(std::string_view description, json::object schema) {
  schema["description"] = description;
  return schema;
}

}  // namespace interlock::ipc::schema
