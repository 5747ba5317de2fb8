#include "ipc/tool_schema.h"

#include <array>

#include "ipc/action_schema.h"
#include "ipc/limits.h"
#include "ipc/schema.h"

namespace interlock::ipc {
namespace {

json::object expect_schema() {
  return schema::described("What you expect to act on; it is checked.",
                           schema::object({{"app", schema::text("Part of the application's name.")},
                                           {"window", schema::text("Regular expression for the window's title.")},
                                           {"element", schema::text("The element's name.")}},
                                          {"app", "window", "element"}));
}

json::object settle_schema() {
  json::object schema = schema::integer(0, limits::settle_ms);
  return schema::described(
      "Milliseconds. Waits at most so long until the window is quiet; the reply says what has changed.",
      std::move(schema));
}

}  // namespace

json::object act_schema(std::optional<GoalType> kept) {
  return schema::object(
      {{"action", {{"anyOf", schemas_of_all(kept)}}},
       {"confidence", {{"type", "number"}, {"minimum", 0}, {"maximum", 1}, {"description", "How sure you are of it."}}},
       {"intent", schema::text("Why you do it, for the person who is asked.")},
       {"expect", expect_schema()},
       {"settle", settle_schema()}},
      {"confidence", "intent", "expect", "settle"});
}

json::object screenshot_schema() {
  json::object region = schema::on_screen();
  region["width"] = schema::integer(1, limits::coordinate);
  region["height"] = schema::integer(1, limits::coordinate);
  json::array windows = {{{"type", "string"}, {"enum", {"active"}}}, schema::integer(1, limits::window_id)};
  return schema::object(
      {{"window", {{"anyOf", std::move(windows)}, {"description", "The active window, or one by its id."}}},
       {"region", schema::object(std::move(region))},
       {"max_width", schema::integer(1, limits::coordinate)},
       {"max_height", schema::integer(1, limits::coordinate)},
       {"cursor", {{"type", "boolean"}, {"description", "Draw the pointer."}}}},
      {"window", "region", "max_width", "max_height", "cursor"});
}

json::object observe_schema() {
  json::array windows = {{{"type", "string"}, {"enum", {"active", "all"}}}, schema::integer(1, limits::window_id)};
  return schema::object(
      {{"window", {{"anyOf", std::move(windows)}, {"description", "Active (default), all, or one by its id."}}},
       {"title", schema::text("Instead of `window`: part of its title.")},
       {"within", schema::text("Instead of both: an element by its ref, to list all of it.")},
       {"since", schema::described("The `look` of an earlier reply: lists only what has changed since.",
                                   schema::integer(1, limits::window_id))},
       {"places", {{"type", "boolean"}, {"description", "With the coordinates of the elements."}}},
       {"format", schema::one_of(std::array<std::string_view, 2>{"text", "json"})}},
      {"window", "title", "within", "since", "places", "format"});
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
  const bool signs_in = !kept || *kept >= least_goal_of_action("type_secret");
  std::array<Tool, 4> all = {
      {{"act",
        "Acts on the desktop. Coordinates are pixels of the screen. The reply says whether it was done, and why.",
        act_schema(kept)},
       {"observe", "What is on the screen, as text: elements with their names, states and refs.", observe_schema()},
       {"screenshot",
        "A picture of the screen, the window or the region (give one of them or none). Where it is smaller than what "
        "it "
        "shows, the reply's `scale` and `origin` say how its pixels map to the screen's.",
        screenshot_schema()},
       {"list_secrets",
        "The secrets of the person's that type_secret may type: their names, where, and into which kind of field.",
        schema::object({})}}};
  json::array list;
  for (Tool& tool : all) {
    if (tool.name == "list_secrets" && !signs_in) continue;
    json::object entry = {{"name", tool.name}, {"description", tool.description}};
    constexpr std::array<std::string_view, 3> schema_keys = {"schema", "input_schema", "parameters"};
    entry[schema_keys[static_cast<std::size_t>(format)]] = std::move(tool.schema);
    if (format == ToolFormat::openai) entry = {{"type", "function"}, {"function", std::move(entry)}};
    list.emplace_back(std::move(entry));
  }
  return list;
}

}  // namespace interlock::ipc
