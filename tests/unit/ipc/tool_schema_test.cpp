// The decoder accepts what the schema permits; the schema has everything that the decoder accepts.
#include "ipc/tool_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "ipc/action_names.h"
#include "ipc/decode.h"

namespace interlock::ipc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

/// Values that a schema permits: its bounds, each of its names, with and without each optional key.
std::vector<json::value> samples(const json::object& schema, const std::string& key = "") {
  std::vector<json::value> values;
  if (const auto* any = schema.if_contains("anyOf")) {
    for (const auto& each : any->as_array()) {
      for (auto& value : samples(each.as_object(), key)) values.push_back(std::move(value));
    }
    return values;
  }
  if (const auto* names = schema.if_contains("enum")) return {names->as_array().begin(), names->as_array().end()};
  const std::string type(schema.at("type").as_string());
  if (type == "integer" || type == "number") return {schema.at("minimum"), schema.at("maximum")};
  if (type == "boolean") return {true, false};
  if (key == "ref" || key == "within") return {"e42"};
  if (type == "string") return {key == "keys" ? "ctrl+l Return" : key == "key" ? "shift" : "example.com"};
  if (type == "array") {
    const auto items = samples(schema.at("items").as_object());
    const std::size_t most =
        schema.contains("maxItems") ? schema.at("maxItems").to_number<std::size_t>() : items.size();
    json::array all;
    for (std::size_t i = 0; i < most; ++i) all.push_back(items[i % items.size()]);
    values = {json::array{items.front()}, all};
    if (!schema.contains("minItems")) values.emplace_back(json::array());
    return values;
  }
  json::object least, full;
  std::vector<json::value> varied;
  const auto required = [&](std::string_view name) {
    const auto* list = schema.if_contains("required");
    return list && std::any_of(list->as_array().begin(), list->as_array().end(),
                               [&](const json::value& each) { return each.as_string() == name; });
  };
  for (const auto& [name, part] : schema.at("properties").as_object()) {
    const auto first = samples(part.as_object(), name).front();
    if (required(name)) least[name] = first;
    full[name] = first;
  }
  values = {least, full};
  for (const auto& [name, part] : schema.at("properties").as_object()) {
    for (const auto& value : samples(part.as_object(), name)) {
      full[name] = value;
      values.emplace_back(full);
    }
  }
  return values;
}

/// Each type once.
std::vector<std::string> types_in(const json::object& act) {
  std::vector<std::string> types;
  for (const auto& each : act.at("properties").at("action").at("anyOf").as_array()) {
    const std::string type(each.at("properties").at("type").at("enum").at(0).as_string());
    if (types.empty() || types.back() != type) types.push_back(type);
  }
  return types;
}

tl::expected<Request<AgentCall>, BadRequest> asked(std::string_view method, const json::value& params) {
  return decode_agent(
      json::serialize(json::object{{"jsonrpc", "2.0"}, {"id", 1}, {"method", method}, {"params", params}}));
}

TEST(ToolSchema, PromisesNothingThatIsNotTaken) {
  std::size_t taken = 0;
  for (const auto kept :
       {std::optional<GoalType>(), std::optional(GoalType::read), std::optional(GoalType::interact)}) {
    for (const auto& params : samples(act_schema(kept))) {
      const auto decoded = asked("act", params);
      ASSERT_TRUE(decoded) << params << ": " << decoded.error().error.message;
      ++taken;
    }
  }
  EXPECT_GT(taken, 300u);
  const auto each_alone = [](std::string_view method, const json::object& schema) {
    for (const auto& [key, part] : schema.at("properties").as_object()) {
      for (const auto& value : samples(part.as_object(), key)) {
        const auto decoded = asked(method, json::object{{key, value}});
        EXPECT_TRUE(decoded) << method << "." << key << ": " << decoded.error().error.message;
      }
    }
  };
  each_alone("screenshot", screenshot_schema());
  each_alone("observe", observe_schema());
}

TEST(ToolSchema, HasEveryKeyThatIsTaken) {
  // An unknown key is refused, and this is the first error; so a key without this error is one that the decoder reads.
  const auto is_read = [](json::object action, const std::string& key) {
    action[key] = nullptr;
    const auto decoded = decode_action(action, "action");
    return decoded || decoded.error().message.find("unknown key '" + key + "'") == std::string::npos;
  };
  const std::vector<std::string> words = {
      "x",     "y",     "button",     "count",  "modifiers",  "from",   "to",     "dx",
      "dy",    "text",  "keys",       "key",    "ms",         "url",    "steps",  "scroll_into_view",
      "at",    "ref",   "window",     "change", "width",      "height", "kill",   "number",
      "count", "title", "icon_title", "role",   "class_name", "class",  "option", "value",
      "fields"};
  std::vector<std::string_view> types(action_type_names.begin(), action_type_names.end());
  for (const std::string_view type : types) {
    std::set<std::string> keys;
    for (const auto& entry : action_schemas(type, {})) {
      for (const auto& property : entry.at("properties").as_object()) keys.insert(property.key());
    }
    const bool aims = keys.contains("ref");
    for (const auto& word : words) {
      json::object at_element = {{"type", type}, {"ref", "e42"}};
      const json::object by_text = {{"type", type}, {"text", "Next"}};
      const bool read = is_read({{"type", type}}, word) || (aims && is_read(at_element, word)) ||
                        (keys.contains("text") && is_read(by_text, word));
      EXPECT_EQ(keys.contains(word), read) << type << "." << word;
    }
  }
  EXPECT_THAT(types_in(act_schema({})), testing::SizeIs(types.size()));
  EXPECT_EQ(types_in(act_schema(GoalType::fill_form)), types_in(act_schema({})));
}

TEST(ToolSchema, HasOnlyTheActionsOfTheScope) {
  EXPECT_THAT(types_in(act_schema(GoalType::read)),
              ElementsAre("move", "click", "drag", "scroll", "mouse_down", "mouse_up", "wait", "navigate", "window",
                          "move_window", "resize_window", "desktop", "viewport", "focus", "scroll_to"));
  EXPECT_THAT(types_in(act_schema(GoalType::navigate)),
              ElementsAre("move", "click", "drag", "scroll", "type", "mouse_down", "mouse_up", "wait", "navigate",
                          "window", "move_window", "resize_window", "desktop", "viewport", "focus", "scroll_to"));
  auto without_secrets = types_in(act_schema({}));
  std::erase(without_secrets, "type_secret");
  EXPECT_EQ(types_in(act_schema(GoalType::interact)), without_secrets);
}

TEST(ToolSchema, HasTheShapesOfModelApis) {
  const auto plain = tools(ToolFormat::json_schema, {});
  const auto claude = tools(ToolFormat::anthropic, {});
  const auto function = tools(ToolFormat::openai, {});
  EXPECT_EQ(plain.at(0).at("name"), "act");
  EXPECT_EQ(plain.at(1).at("name"), "observe");
  EXPECT_EQ(plain.at(2).at("name"), "screenshot");
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const auto& schema = plain.at(i).at("schema");
    EXPECT_EQ(claude.at(i).at("input_schema"), schema);
    EXPECT_EQ(function.at(i).at("type"), "function");
    EXPECT_EQ(function.at(i).at("function").at("parameters"), schema);
    // Both formats need an object at the top, and no choice there.
    EXPECT_EQ(schema.at("type"), "object");
    EXPECT_FALSE(schema.as_object().contains("anyOf"));
    for (const auto* description : {&plain.at(i).at("description"), &claude.at(i).at("description")}) {
      EXPECT_FALSE(description->as_string().empty());
    }
  }
}

}  // namespace
}  // namespace interlock::ipc
