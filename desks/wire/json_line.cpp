#include "desks/wire/json_line.h"

#include <utility>

namespace interlock::desk {

namespace json = boost::json;

tl::expected<json::object, Mistake> object_of(std::string_view line) {
  if (line.size() > limits::line_bytes) return tl::make_unexpected("the line is too long");
  json::parse_options options;  // strict JSON and valid UTF-8 by default
  options.max_depth = limits::json_depth;
  boost::system::error_code error;
  json::value value = json::parse(line, error, {}, options);
  if (error) return tl::make_unexpected("the line is not JSON: " + error.message());
  if (json::object* object = value.if_object()) return std::move(*object);
  return tl::make_unexpected("the line is not a JSON object");
}

}  // namespace interlock::desk
