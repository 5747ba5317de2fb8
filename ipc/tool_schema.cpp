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

json::object window_id() {
  return integer(1, limits::window_id);
}

/// Of a window with more keys.
json::object of_window(json::object keys) {
  keys["window"] = window_id();
  return keys;
}

constexpr std::array<std::string_view, 5> window_name_keys = {"title", "icon_title", "role", "class_name", "class"};

json::object window_name() {
  return {{"type", "string"}, {"maxLength", limits::title_bytes}};
}

json::object anywhere() {
  return {{"x", integer(-limits::coordinate, limits::coordinate)},
          {"y", integer(-limits::coordinate, limits::coordinate)}};
}

json::array types_of(std::optional<GoalType> kept, bool step);

/// What is aimed at: nothing, a point or the focus or else an element, an element alone.
enum class Aim : std::uint8_t { nothing, either, element };

struct Shape {
  Aim aim;
  std::string_view type;
  std::string_view meaning;
  json::object (*keys)(std::optional<GoalType> kept);
  std::array<std::string_view, 5> optional;
};

constexpr std::array<Shape, action_type_names.size() + element_type_names.size()> shapes = {{
    {Aim::either, "move", "Moves the pointer.", [](auto) { return x_and_y(); }, {}},
    {Aim::either,
     "click",
     "Clicks; count 2 is a double click.",
     [](auto) {
       return at_point({{"button", one_of(button_names)}, {"count", integer(1, 3)}, {"modifiers", held()}});
     },
     {"button", "count", "modifiers"}},
    {Aim::either,
     "drag",
     "Presses at `from` and lets go at `to`.",
     [](auto) {
       return json::object{{"from", object(x_and_y())},
                           {"to", object(x_and_y())},
                           {"button", one_of(button_names)},
                           {"modifiers", held()}};
     },
     {"button", "modifiers"}},
    {Aim::either,
     "scroll",
     "Turns the wheel at a point, in clicks of the wheel: dy down, dx right.",
     [](auto) {
       return at_point({{"dx", integer(-limits::scroll, limits::scroll)},
                        {"dy", integer(-limits::scroll, limits::scroll)},
                        {"modifiers", held()}});
     },
     {"dx", "dy", "modifiers"}},
    {Aim::either,
     "type",
     "Types text where the keyboard focus is.",
     [](auto) {
       return json::object{{"text", text("A newline is Return, a tab is Tab.")}};
     },
     {}},
    {Aim::either,
     "key",
     "Presses keys.",
     [](auto) {
       return json::object{{"keys", text("Chords, separated by spaces: \"ctrl+l\", \"ctrl+a Delete\".")}};
     },
     {}},
    {Aim::nothing,
     "key_down",
     "Holds one key until key_up.",
     [](auto) {
       return json::object{{"key", text("One key without modifiers: \"shift\".")}};
     },
     {}},
    {Aim::nothing,
     "key_up",
     "Lets go of one key.",
     [](auto) {
       return json::object{{"key", text("As in key_down.")}};
     },
     {}},
    {Aim::either,
     "mouse_down",
     "Holds a button of the mouse until mouse_up.",
     [](auto) {
       return at_point({{"button", one_of(button_names)}});
     },
     {"button"}},
    {Aim::either,
     "mouse_up",
     "Lets go of a button of the mouse.",
     [](auto) {
       return at_point({{"button", one_of(button_names)}});
     },
     {"button"}},
    {Aim::nothing,
     "wait",
     "Waits.",
     [](auto) {
       return json::object{{"ms", integer(0, limits::wait.count())}};
     },
     {}},
    {Aim::nothing,
     "navigate",
     "Opens an address in the browser that has the focus.",
     [](auto) {
       return json::object{{"url", text("The address.")}};
     },
     {}},
    {Aim::nothing,
     "sequence",
     "Actions in order; stops at the first that is not done.",
     [](auto kept) {
       const auto most = std::int64_t{limits::sequence_steps};
       return json::object{
           {"steps",
            {{"type", "array"}, {"items", {{"anyOf", types_of(kept, true)}}}, {"minItems", 1}, {"maxItems", most}}}};
     },
     {}},
    {Aim::nothing,
     "window",
     "Brings a window to the front, minimizes, shows or hides it.",
     [](auto) {
       return of_window({{"change", one_of(window_change_names)}});
     },
     {}},
    {Aim::nothing, "move_window", "Moves a window.", [](auto) { return of_window(anywhere()); }, {}},
    {Aim::nothing,
     "resize_window",
     "Resizes a window; 0 leaves it as wide or high as it is.",
     [](auto) {
       return of_window({{"width", integer(0, limits::coordinate)}, {"height", integer(0, limits::coordinate)}});
     },
     {}},
    {Aim::nothing,
     "close_window",
     "Asks a window to close; kill ends its program.",
     [](auto) {
       return of_window({{"kill", {{"type", "boolean"}}}});
     },
     {"kill"}},
    {Aim::nothing,
     "desktop",
     "Shows a desktop (the first is 0), or moves a window to it.",
     [](auto) {
       return of_window({{"number", integer(0, limits::desktops - 1)}});
     },
     {"window"}},
    {Aim::nothing,
     "desktop_count",
     "Sets how many desktops there are.",
     [](auto) {
       return json::object{{"count", integer(1, limits::desktops)}};
     },
     {}},
    {Aim::nothing, "viewport", "Moves what is shown of a large desktop.", [](auto) { return anywhere(); }, {}},
    {Aim::nothing, "rename_window",
     "Renames a window: what is said of title, icon_title, role, class_name, class. A person is asked before anything "
     "is "
     "done in it afterwards.",
     [](auto) {
       json::object keys;
       for (const auto key : window_name_keys) keys[key] = window_name();
       return of_window(std::move(keys));
     },
     window_name_keys},
    {Aim::element,
     "focus",
     "Clicks into an element if it has not the keyboard focus.",
     [](auto) { return json::object(); },
     {}},
    {Aim::element, "scroll_to", "Scrolls an element into view.", [](auto) { return json::object(); }, {}},
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

json::object entry_of(const Shape& shape, json::object own, std::initializer_list<std::string_view> more_optional) {
  json::object keys = {{"type", one_of(std::array{shape.type})}};
  for (auto& [key, value] : own) keys[key] = std::move(value);
  json::object entry = object(std::move(keys), more_optional);
  json::array required;
  for (const auto& key : entry.at("required").as_array()) {
    if (std::find(shape.optional.begin(), shape.optional.end(), key.as_string()) == shape.optional.end()) {
      required.push_back(key);
    }
  }
  entry["required"] = std::move(required);
  return described(shape.meaning, std::move(entry));
}

/// The same with an element in place of the point: a schema of its own, because one of them has to be said.
json::object by_ref(const Shape& shape, json::object own) {
  for (const auto* key : {"x", "y", "from"}) own.erase(key);
  own["ref"] = text("The element, as `observe` names it: \"e42\".");
  if (shape.type == "scroll_to") return entry_of(shape, std::move(own), {});
  own["scroll_into_view"] = {{"type", "boolean"}};
  return entry_of(shape, std::move(own), {"scroll_into_view"});
}

json::array types_of(std::optional<GoalType> kept, bool step) {
  json::array types;
  for (const Shape& shape : shapes) {
    if (kept && *kept < least_goal_of_action(shape.type)) continue;
    if (step && shape.type == "sequence") continue;
    for (auto& entry : action_schemas(shape.type, kept)) types.push_back(std::move(entry));
  }
  return types;
}

}  // namespace

json::array action_schemas(std::string_view type, std::optional<GoalType> kept) {
  json::array entries;
  for (const Shape& shape : shapes) {
    if (shape.type != type) continue;
    if (shape.aim != Aim::element) entries.emplace_back(entry_of(shape, shape.keys(kept), {}));
    if (shape.aim != Aim::nothing) entries.emplace_back(by_ref(shape, shape.keys(kept)));
  }
  return entries;
}

json::object act_schema(std::optional<GoalType> kept) {
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

json::object observe_schema() {
  json::array windows = {{{"type", "string"}, {"enum", {"active", "all"}}}, integer(1, 0xFFFF'FFFF)};
  return object(
      {{"window", {{"anyOf", std::move(windows)}, {"description", "Active (default), all, or one by its id."}}},
       {"title", text("In place of `window`: part of its title.")},
       {"within", text("In place of both: an element by its ref, to see all that is in it.")},
       {"format", one_of(std::array<std::string_view, 2>{"text", "json"})}},
      {"window", "title", "within", "format"});
}

std::string_view format_name(ToolFormat format) {
  constexpr std::array<std::string_view, 3> names = {"json_schema", "anthropic", "openai"};
  return names[static_cast<std::size_t>(format)];
}

json::array tools(ToolFormat format, std::optional<GoalType> kept) {
  struct Tool {
    std::string_view name, description;
    json::object schema;
  };
  std::array<Tool, 3> all = {
      {{"act", "Acts on the desktop. Coordinates are pixels of the screen. The reply says what became of it and why.",
        act_schema(kept)},
       {"observe", "What is on the screen, as text: elements with their names, states and refs.", observe_schema()},
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
