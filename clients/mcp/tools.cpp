#include "clients/mcp/tools.h"

#include <algorithm>
#include <array>
#include <vector>

#include "clients/members.h"
#include "ipc/tool_schema.h"

namespace interlock::mcp {
namespace {

using Names = std::vector<std::string>;

bool has(const Names& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string type_of(const json::object& schema) {
  return std::string(schema.at("properties").at("type").at("enum").at(0).as_string());
}

Names required_of(const json::object& schema) {
  Names names;
  for (const auto& name : schema.at("required").as_array()) {
    if (name != "type") names.emplace_back(name.as_string());
  }
  return names;
}

/// The required keys of `some` that `others` does not require: "x and y".
std::string only_in(const Names& some, const Names& others) {
  std::string text;
  for (const auto& name : some) {
    if (!has(others, name)) text += (text.empty() ? "" : " and ") + name;
  }
  return text;
}

/// Model APIs require one object at the top of a schema: the targets of an action become keys of one object, and a
/// sentence says which keys belong together.
json::object merged(const std::vector<const json::object*>& variants, const json::object& beside) {
  const json::object& first = *variants.front();
  Names required = required_of(first);
  std::string meaning(first.at("description").as_string());
  json::object properties;
  for (const json::object* variant : variants) {
    for (const auto& property : variant->at("properties").as_object()) {
      if (property.key() != "type" && !properties.contains(property.key())) {
        properties[property.key()] = property.value();
      }
    }
  }
  if (variants.size() > 1) {
    const Names other = required_of(*variants[1]);
    const std::string here = only_in(required, other);
    const std::string there = only_in(other, required);
    meaning += here.empty() ? " With " + there + ": there instead of where the focus is."
                            : " Say either " + here + ", or " + there;
    for (std::size_t i = 2; i < variants.size(); ++i) meaning += ", or " + only_in(required_of(*variants[i]), required);
    if (!here.empty()) meaning += ".";
    std::erase_if(required, [&](const auto& name) { return !has(other, name); });
  }
  for (const auto& property : beside) {
    if (property.key() != "action") properties[property.key()] = property.value();
  }
  json::object schema = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) schema["required"] = json::array(required.begin(), required.end());
  schema["additionalProperties"] = false;
  return {{"name", type_of(first)}, {"description", meaning}, {"inputSchema", std::move(schema)}};
}

json::array action_tools(const json::object& act) {
  const auto& beside = act.at("properties").as_object();
  std::vector<std::vector<const json::object*>> groups;
  for (const auto& entry : beside.at("action").at("anyOf").as_array()) {
    const json::object* variant = &entry.as_object();
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& group) { return type_of(*group.front()) == type_of(*variant); });
    if (same == groups.end()) {
      groups.push_back({variant});
    } else {
      same->push_back(variant);
    }
  }
  json::array tools;
  for (const auto& group : groups) tools.emplace_back(merged(group, beside));
  return tools;
}

/// Marks tools that only observe as read-only.
json::object annotated(json::object tool) {
  constexpr std::array<std::string_view, 4> looks = {"observe", "screenshot", "list_secrets", "status"};
  const std::string_view name = tool.at("name").as_string();
  if (std::find(looks.begin(), looks.end(), name) != looks.end()) tool["annotations"] = {{"readOnlyHint", true}};
  return tool;
}

/// All tools, independent of the scope: interlockd refuses what a scope forbids, with its reason.
const std::vector<std::string>& names_of_all() {
  static const auto names = [] {
    std::vector<std::string> all;
    for (const auto& tool : tool_list(ipc::tools(ipc::ToolFormat::json_schema, std::nullopt))) {
      all.emplace_back(tool.at("name").as_string());
    }
    return all;
  }();
  return names;
}

struct CoreTool {
  std::string_view name, description;
};
constexpr auto core = std::to_array<CoreTool>({
    {"observe",
     "Lists what a window shows as text, with a ref (e12) for each element to act on. Call it before the first action, "
     "and again when the screen has changed and no `settle` said how: refs of what is gone are refused."},
    {"screenshot", "A picture, for what `observe` does not describe: images, canvases, layout."},
    {"click",
     "Clicks an element (ref, or its text) or a point; count 2 is a double click. A person may be asked first, as "
     "before "
     "any action: that may take a minute."},
    {"type",
     "Types text where the keyboard focus is, or into the element `ref`. What the field held stays; set_value "
     "replaces it."},
    {"key", "Presses keys where the keyboard focus is, or in the element `ref`."},
    {"scroll", "Turns the wheel over a point or an element, in wheel clicks: dy down, dx right."},
    {"select_option",
     "Chooses an option by its name: of a list, a combo box, or the group of a radio button; without opening it "
     "first."},
    {"set_value",
     "Sets a field to a value: a text (what it held is replaced), a number, a date (2026-11-24), a time (14:05), true "
     "or "
     "false; for entries, sliders, spin buttons, dates and check boxes."},
    {"fill_form",
     "Sets several fields at once, as set_value and select_option do. What a person must agree to is asked as one "
     "question, before anything is entered. It does not submit the form."},
    {"navigate", "Opens an address in the browser that has the focus."},
    {"wait", "Waits; then `observe`."},
});

json::object outcome_tool() {
  return {{"name", "outcome"},
          {"description",
           "The result of an action that was answered with \"not done yet\", for example because a person was still "
           "being asked. Waits for it for a while."},
          {"inputSchema",
           {{"type", "object"},
            {"properties", {{"id", {{"type", "string"}, {"description", "The id of that answer: \"a1\"."}}}}},
            {"required", {"id"}},
            {"additionalProperties", false}}}};
}

/// "drag, mouse_down, ...".
json::object more_tool(const json::array& others) {
  std::string names;
  for (const auto& tool : others) names += (names.empty() ? "" : ", ") + std::string(tool.at("name").as_string());
  return {
      {"name", "more"},
      {"description", "Further tools: " + names + ". Without arguments it describes them; with `tool` it calls one."},
      {"inputSchema",
       {{"type", "object"},
        {"properties",
         {{"tool", {{"type", "string"}}}, {"arguments", {{"type", "object"}, {"description", "Of that tool."}}}}},
        {"additionalProperties", false}}}};
}

/// Without the limits that only repeat what a screen or a text can hold: interlockd checks them.
json::value lean(json::value value) {
  if (auto* array = value.if_array()) {
    for (auto& item : *array) item = lean(std::move(item));
  } else if (auto* object = value.if_object()) {
    const json::value* most = object->if_contains("maximum");
    if (most && most->is_int64() && most->get_int64() > 1000) {
      object->erase("maximum");
      object->erase("minimum");
    }
    for (auto& member : *object) member.value() = lean(std::move(member.value()));
  }
  return value;
}

/// A step's keys depend on its type, so their schemas would repeat those of all tools.
json::object with_short_steps(json::object tool) {
  tool["inputSchema"].at("properties").as_object()["steps"] = {
      {"type", "array"},
      {"description",
       "In order: the arguments of a tool, and its name as `type`: {\"type\": \"click\", \"ref\": \"e1\"}."},
      {"items", {{"type", "object"}, {"properties", {{"type", {{"type", "string"}}}}}, {"required", {"type"}}}}};
  return tool;
}

bool is_core(const json::value& tool) {
  return std::any_of(core.begin(), core.end(),
                     [&](const CoreTool& row) { return tool.at("name").as_string() == row.name; });
}

bool is_method(std::string_view name) {
  if (name == "status") return true;
  const auto methods = ipc::tools(ipc::ToolFormat::json_schema, std::nullopt);
  return name != "act" && std::any_of(methods.begin(), methods.end(),
                                      [&](const auto& tool) { return tool.at("name").as_string() == name; });
}

/// A call of `more`: the call of the tool that it names, or the request for their descriptions.
tl::expected<ToolCall, RpcError> more_call(json::object arguments) {
  const json::string* tool = text_at(arguments, "tool");
  if (arguments.contains("tool") && !tool) {
    return tl::unexpected(RpcError{ipc::error_code::invalid_params, "tool: expected the name of a tool"});
  }
  if (!tool) return ToolCall{"tools", {}};
  if (*tool == "more")
    return tl::unexpected(RpcError{ipc::error_code::invalid_params, "tool: 'more' calls other tools"});
  const json::object* inner = object_at(arguments, "arguments");
  if (arguments.contains("arguments") && !inner) {
    return tl::unexpected(RpcError{ipc::error_code::invalid_params, "arguments: expected an object"});
  }
  return tool_call(*tool, inner ? *inner : json::object());
}

}  // namespace

json::array tool_list(const json::array& daemon_tools) {
  json::array tools;
  for (const auto& entry : daemon_tools) {
    const auto& tool = entry.as_object();
    if (tool.at("name") == "act") {
      for (auto& action : action_tools(tool.at("schema").as_object())) {
        tools.push_back(action.at("name") == "sequence" ? with_short_steps(std::move(action.as_object()))
                                                        : std::move(action));
      }
    } else {
      tools.emplace_back(annotated(
          {{"name", tool.at("name")}, {"description", tool.at("description")}, {"inputSchema", tool.at("schema")}}));
    }
  }
  tools.emplace_back(annotated(
      {{"name", "status"},
       {"description", "Whether actions are possible now: running or paused, and whether a person is being asked."},
       {"inputSchema", {{"type", "object"}, {"properties", json::object()}, {"additionalProperties", false}}}}));
  return tools;
}

json::array core_tools(const json::array& daemon_tools) {
  const json::array all = tool_list(daemon_tools);
  json::array tools;
  for (const CoreTool& row : core) {
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const auto& tool) { return tool.at("name").as_string() == row.name; });
    if (found == all.end()) continue;  // the scope does not allow it
    json::value tool = lean(*found);
    tool.as_object()["description"] = row.description;
    auto& properties = tool.at("inputSchema").at("properties").as_object();
    if (properties.contains("expect")) {
      properties["expect"] = {{"type", "object"},
                              {"description", "What you expect to act on, checked: app, window (pattern), element."}};
    }
    tools.push_back(std::move(tool));
  }
  tools.emplace_back(outcome_tool());
  tools.emplace_back(more_tool(other_tools(daemon_tools)));
  return tools;
}

json::array other_tools(const json::array& daemon_tools) {
  json::array tools;
  for (auto& tool : tool_list(daemon_tools)) {
    if (!is_core(tool)) tools.push_back(lean(std::move(tool)));
  }
  return tools;
}

tl::expected<ToolCall, RpcError> tool_call(std::string_view name, json::object arguments) {
  const auto unknown_key = [](std::string_view key) {
    return tl::unexpected(
        RpcError{ipc::error_code::invalid_params, "arguments: unknown key \"" + std::string(key) + "\""});
  };
  if (name == "outcome") return ToolCall{"outcome", std::move(arguments)};
  if (name == "more") return more_call(std::move(arguments));
  if (!has(names_of_all(), name)) {
    return tl::unexpected(RpcError{ipc::error_code::invalid_params, "unknown tool \"" + std::string(name) + "\""});
  }
  if (is_method(name)) {
    if (arguments.contains("session")) return unknown_key("session");
    return ToolCall{std::string(name), std::move(arguments)};
  }
  if (arguments.contains("type")) return unknown_key("type");
  ToolCall call{"act", {}};
  json::object action = {{"type", name}};
  for (auto& [key, value] : arguments) {
    const bool beside = key == "confidence" || key == "intent" || key == "expect" || key == "settle";
    (beside ? call.params : action)[key] = std::move(value);
  }
  call.params["action"] = std::move(action);
  return call;
}

}  // namespace interlock::mcp
