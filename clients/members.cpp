#include "clients/members.h"

namespace interlock {

namespace json = boost::json;

const json::string* text_at(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value ? value->if_string() : nullptr;
}

const json::object* object_at(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value ? value->if_object() : nullptr;
}

const json::array* array_at(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value ? value->if_array() : nullptr;
}

std::string text_in(const json::object& object, std::string_view key) {
  const json::string* text = text_at(object, key);
  return text ? std::string(*text) : std::string();
}

std::int64_t number_in(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (!value) return 0;
  if (value->is_int64()) return value->get_int64();
  return value->is_uint64() ? static_cast<std::int64_t>(value->get_uint64()) : 0;
}

bool truth_in(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value && value->is_bool() && value->get_bool();
}

json::object object_in(const json::object& object, std::string_view key) {
  const json::object* member = object_at(object, key);
  return member ? *member : json::object();
}

}  // namespace interlock
