#include "ipc/sight_fields.h"

#include <array>

namespace interlock::ipc {
namespace {

std::optional<Rect> read_region(Fields& fields) {
  const json::value* value = fields.find("region");
  if (value == nullptr) return std::nullopt;
  const json::object* object = value->if_object();
  if (object == nullptr) {
    fields.fail("region", "expected an object {x, y, width, height}, got " + kind_of(*value));
    return std::nullopt;
  }
  Fields inner(*object, fields.place("region"));
  Rect region;
  region.x = static_cast<std::int32_t>(inner.integer("x", 0, limits::coordinate));
  region.y = static_cast<std::int32_t>(inner.integer("y", 0, limits::coordinate));
  region.width = static_cast<std::int32_t>(inner.integer("width", 1, limits::coordinate));
  region.height = static_cast<std::int32_t>(inner.integer("height", 1, limits::coordinate));
  inner.refuse_unknown_keys();
  if (inner.error()) fields.fail(*inner.error());
  return region;
}

std::optional<std::int32_t> read_size(Fields& fields, std::string_view key) {
  if (fields.find(key) == nullptr) return std::nullopt;
  return static_cast<std::int32_t>(fields.integer(key, 1, limits::coordinate));
}

}  // namespace

std::optional<WindowName> read_window_name(Fields& fields) {
  const json::value* value = fields.find("window");
  if (value == nullptr) return std::nullopt;
  if (const json::string* text = value->if_string(); text != nullptr && *text == "active") return WindowName{};
  const std::int64_t* id = value->if_int64();
  if (id != nullptr && *id > 0 && *id <= limits::window_id) return WindowName{static_cast<std::uint64_t>(*id)};
  fields.fail("window", "expected \"active\", or the `id` of a window as replies give it; got " + kind_of(*value));
  return std::nullopt;
}

Screenshot read_screenshot(Fields& fields) {
  Screenshot call;
  call.session = fields.maybe_text("session", name_text).value_or("");
  call.window = read_window_name(fields);
  call.region = read_region(fields);
  call.max_width = read_size(fields, "max_width");
  call.max_height = read_size(fields, "max_height");
  call.scale = fields.maybe_number("scale", limits::least_scale, 1);
  call.cursor = fields.truth_or("cursor", false);
  if (call.window && call.region) fields.fail("region", "cannot be combined with 'window': give only one of them");
  if (call.scale && (call.max_width || call.max_height)) {
    fields.fail(
        "scale",
        "cannot be combined with 'max_width' and 'max_height': give the scale, or the size that it must fit into");
  }
  return call;
}

Tools read_tools(Fields& fields) {
  static constexpr std::array<std::string_view, 3> formats = {"json_schema", "anthropic", "openai"};
  Tools call;
  call.session = fields.maybe_text("session", name_text).value_or("");
  call.format = static_cast<ToolFormat>(fields.choice_or("format", formats, 0));
  return call;
}

}  // namespace interlock::ipc
