/// Parts of JSON Schema (2020-12).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

#include "ipc/message.h"

namespace interlock::ipc::schema {

json::object integer(std::int64_t min, std::int64_t max);
json::object text(std::string_view description);
json::object described(std::string_view description, json::object schema);
/// x and y of a point on the screen, both required.
json::object on_screen();

template <class Names>
json::object one_of(const Names& names) {
  return {{"type", "string"}, {"enum", json::array(names.begin(), names.end())}};
}

/// An object with these keys and no others. All keys that are not named as optional are required.
json::object object(json::object properties, std::initializer_list<std::string_view> optional = {});

}  // namespace interlock::ipc::schema
