/// Members of JSON objects that come from others.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace interlock {

/// The member, if it exists and has that type; else null.
const boost::json::string* text_at(const boost::json::object& object, std::string_view key);
const boost::json::object* object_at(const boost::json::object& object, std::string_view key);
const boost::json::array* array_at(const boost::json::object& object, std::string_view key);

/// Its value; "", 0, false and {} if it is missing or of another type.
std::string text_in(const boost::json::object& object, std::string_view key);
std::int64_t number_in(const boost::json::object& object, std::string_view key);
bool truth_in(const boost::json::object& object, std::string_view key);
boost::json::object object_in(const boost::json::object& object, std::string_view key);

}  // namespace interlock
