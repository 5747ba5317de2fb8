#include "ipc/tool_schema.h"

#include <algorithm>
#include <array>

#include "ipc/action_names.h"
#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

json::object integer(std::int64_t min, std::int64_t max) {
  return {{"type", "integer"}, {"minimum", min}, {"maximum", max}};
}

json::object text(std::string_view description) {
  return {{"type", "string"}, {"description", description}};
}

template <class Names>
json::object one_of(const Names& names) {
  return {{"type", "string"}, {"enum", json::array(names.begin(), names.end())}};
}

/// All keys that are not named as optional are required.
json::object object(json::object properties, std::initializer_list<std::string_view> optional = {}) {
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

json::object x_and_y() {
  return {{"x", integer(0, limits::coordinate)}, {"y", integer(0, limits::coordinate)}};
}

json::object at_point(json::object more) {
  json::object keys = x_and_y();
  for (auto& [key, value] : more) keys[key] = std::move(value);
  return keys;
}

json::object held() {
  return {{"type", "array"}, {"items", one_of(modifier_names)}};
}

json::array types_of(std::optional<gate::GoalType> kept, bool step) {
  json::array types;
  for (const std::string_view type : action_type_names) {
    if (kept && *kept < gate::least_goal(type)) continue;
    if (step && type == "sequence") continue;
    types.emplace_back(action_schema(type, kept));
  }
  return types;
}

struct Shape {
  std::string_view type;
  std::string_view meaning;
  json::object (*keys)(std::optional<gate::GoalType> kept);
  std::array<std::string_view, 4> optional;
};

// In the order of action_type_names.
constexpr std::array<Shape, action_type_names.size()> shapes = {{
    {"move", "Moves the pointer.", [](auto) { return x_and_y(); }, {}},
    {"click",
     "Clicks; count 2 is a double click.",
     [](auto) {
       return at_point({{"button", one_of(button_names)}, {"count", integer(1, 3)}, {"modifiers", held()}});
     },
     {"button", "count", "modifiers"}},
    {"drag",
     "Presses at `from` and lets go at `to`.",
     [](auto) {
       return json::object{{"from", object(x_and_y())},
                           {"to", object(x_and_y())},
                           {"button", one_of(button_names)},
                           {"modifiers", held()}};
     },
     {"button", "modifiers"}},
    {"scroll",
     "Turns the wheel at a point, in clicks of the wheel: dy down, dx right.",
     [](auto) {
       return at_point({{"dx", integer(-limits::scroll, limits::scroll)},
                        {"dy", integer(-limits::scroll, limits::scroll)},
                        {"modifiers", held()}});
     },
     {"dx", "dy", "modifiers"}},
    {"type",
     "Types text where the keyboard focus is.",
     [](auto) {
       return json::object{{"text", text("A newline is Return, a tab is Tab.")}};
     },
     {}},
    {"key",
     "Presses keys.",
     [](auto) {
       return json::object{{"keys", text("Chords, separated by spaces: \"ctrl+l\", \"ctrl+a Delete\".")}};
     },
     {}},
    {"key_down",
     "Holds one key until key_up.",
     [](auto) {
       return json::object{{"key", text("One key without modifiers: \"shift\".")}};
     },
     {}},
    {"key_up",
     "Lets go of one key.",
     [](auto) {
       return json::object{{"key", text("As in key_down.")}};
     },
     {}},
    {"mouse_down",
     "Holds a button of the mouse until mouse_up.",
     [](auto) {
       return at_point({{"button", one_of(button_names)}});
     },
     {"button"}},
    {"mouse_up",
     "Lets go of a button of the mouse.",
     [](auto) {
       return at_point({{"button", one_of(button_names)}});
     },
     {"button"}},
    {"wait",
     "Waits.",
     [](auto) {
       return json::object{{"ms", integer(0, limits::wait.count())}};
     },
     {}},
    {"navigate",
     "Opens an address in the browser that has the focus.",
     [](auto) {
       return json::object{{"url", text("The address.")}};
     },
     {}},
    {"sequence",
     "Actions in order; stops at the first that is not done.",
     [](auto kept) {
       const auto most = std::int64_t{limits::sequence_steps};
       return json::object{
           {"steps",
            {{"type", "array"}, {"items", {{"anyOf", types_of(kept, true)}}}, {"minItems", 1}, {"maxItems", most}}}};
     },
     {}},
}};

json::object described(std::string_view description, json::object schema) {
  schema["description"] = description;
  return schema;
}

json::object expect_schema() {
  return described("What you expect to act on; it is checked.",
                   object({{"app", text("Part of the application's name.")},
                           {"window", text("Regular expression for the window's title.")},
                           {"element", text("The element's name.")}},
                          {"app", "window", "element"}));
}

}  // namespace

json::object action_schema(std::string_view type, std::optional<gate::GoalType> kept) {
  for (const Shape& shape : shapes) {
    if (shape.type != type) continue;
    json::object keys = {{"type", one_of(std::array{type})}};
    for (auto& [key, value] : shape.keys(kept)) keys[key] = std::move(value);
    const auto& optional = shape.optional;
    return described(shape.meaning, object(std::move(keys), {optional[0], optional[1], optional[2], optional[3]}));
  }
  return {};
}

json::object act_schema(std::optional<gate::GoalType> kept) {
  return object(
      {{"action", {{"anyOf", types_of(kept, false)}}},
       {"confidence", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}, {"description", "How sure you are of it."}}},
       {"intent", text("Why you do it, for the person who is asked.")},
       {"expect", expect_schema()}},
      {"confidence", "intent", "expect"});
}

json::object screenshot_schema() {
  json::object region = x_and_y();
  region["width"] = integer(1, limits::coordinate);
  region["height"] = integer(1, limits::coordinate);
  json::array windows = {{{"type", "string"}, {"enum", {"active"}}}, integer(1, 0xFFFF'FFFF)};
  return object({{"window", {{"anyOf", std::move(windows)}, {"description", "The active window, or one by its id."}}},
                 {"region", object(std::move(region))},
                 {"max_width", integer(1, limits::coordinate)},
                 {"max_height", integer(1, limits::coordinate)},
                 {"cursor", {{"type", "boolean"}, {"description", "Draw the pointer."}}}},
                {"window", "region", "max_width", "max_height", "cursor"});
}

std::string_view format_name(ToolFormat format) {
  constexpr std::array<std::string_view, 3> names = {"json_schema", "anthropic", "openai"};
  return names[static_cast<std::size_t>(format)];
}

json::array tools(ToolFormat format, std::optional<gate::GoalType> kept) {
  struct Tool {
    std::string_view name, description;
    json::object schema;
  };
  std::array<Tool, 2> all = {
      {{"act", "Acts on the desktop. Coordinates are pixels of the screen. The reply says what became of it and why.",
        act_schema(kept)},
       {"screenshot",
        "A picture of the screen, the window or the region (say one of them or none). Where it is smaller than what it "
        "shows, the reply's `scale` and `origin` say how its pixels map to the screen's.",
        screenshot_schema()}}};
  json::array list;
  for (Tool& tool : all) {
    json::object entry = {{"name", tool.name}, {"description", tool.description}};
    constexpr std::array<std::string_view, 3> schema_keys = {"schema", "input_schema", "parameters"};
    entry[schema_keys[static_cast<std::size_t>(format)]] = std::move(tool.schema);
    if (format == ToolFormat::openai) entry = {{"type", "function"}, {"function", std::move(entry)}};
    list.emplace_back(std::move(entry));
  }
  return list;
}

}  // namespace interlock::ipc
