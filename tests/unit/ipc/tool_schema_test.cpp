// What the schema promises a model, the decoder takes; what the decoder takes, the schema has.
#include "ipc/tool_schema.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ipc/action_names.h"
#include "ipc/decode.h"

namespace interlock::ipc {
namespace {

using gate::GoalType;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

/// Values that a schema allows: its bounds, each of its names, with and without each optional key.
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

std::vector<std::string> types_in(const json::object& act) {
  std::vector<std::string> types;
  for (const auto& each : act.at("properties").at("action").at("anyOf").as_array()) {
    types.emplace_back(each.at("properties").at("type").at("enum").at(0).as_string());
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
  for (const auto& params : samples(screenshot_schema())) {
    if (params.as_object().contains("window") && params.as_object().contains("region")) continue;  // its text says so
    const auto decoded = asked("screenshot", params);
    EXPECT_TRUE(decoded) << params << ": " << decoded.error().error.message;
  }
}

TEST(ToolSchema, HasEveryKeyThatIsTaken) {
  // An unknown key is refused; so a key that is not refused as unknown is one that the decoder reads.
  const auto is_read = [](std::string_view type, std::string_view key) {
    const auto decoded = decode_action(json::object{{"type", type}, {key, nullptr}}, "action");
    return decoded || decoded.error().message.find("unknown") == std::string::npos;
  };
  std::vector<std::string> words = {"x",     "y",   "button", "count",    "modifiers", "from",  "to",
                                    "dx",    "dy",  "text",   "keys",     "key",       "ms",    "url",
                                    "steps", "ref", "at",     "duration", "element",   "settle"};
  for (const std::string_view type : action_type_names) {
    const auto schema = action_schema(type, {});
    const auto& keys = schema.at("properties").as_object();
    for (const auto& word : words) EXPECT_EQ(keys.contains(word), is_read(type, word)) << type << "." << word;
  }
  EXPECT_THAT(types_in(act_schema({})), testing::SizeIs(action_type_names.size()));
  EXPECT_EQ(types_in(act_schema(GoalType::fill_form)), types_in(act_schema({})));
}

TEST(ToolSchema, HasTheActionsOfTheScopeAlone) {
  EXPECT_THAT(types_in(act_schema(GoalType::read)),
              ElementsAre("move", "click", "drag", "scroll", "mouse_down", "mouse_up", "wait", "navigate"));
  EXPECT_THAT(types_in(act_schema(GoalType::navigate)),
              ElementsAre("move", "click", "drag", "scroll", "type", "mouse_down", "mouse_up", "wait", "navigate"));
  EXPECT_EQ(types_in(act_schema(GoalType::interact)), types_in(act_schema({})));
}

TEST(ToolSchema, HasTheShapesOfModelApis) {
  const auto plain = tools(ToolFormat::json_schema, {});
  const auto claude = tools(ToolFormat::anthropic, {});
  const auto function = tools(ToolFormat::openai, {});
  EXPECT_EQ(plain.at(0).at("name"), "act");
  EXPECT_EQ(plain.at(1).at("name"), "screenshot");
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const auto& schema = plain.at(i).at("schema");
    EXPECT_EQ(claude.at(i).at("input_schema"), schema);
    EXPECT_EQ(function.at(i).at("type"), "function");
    EXPECT_EQ(function.at(i).at("function").at("parameters"), schema);
    // Both want an object at the top, and no choice there.
    EXPECT_EQ(schema.at("type"), "object");
    EXPECT_FALSE(schema.as_object().contains("anyOf"));
    for (const auto* description : {&plain.at(i).at("description"), &claude.at(i).at("description")}) {
      EXPECT_FALSE(description->as_string().empty());
    }
  }
}

}  // namespace
}  // namespace interlock::ipc
