#include "ipc/tool_fields.h"

#include <algorithm>

namespace interlock::ipc {
namespace {

void add_canonical(const json::value& value, std::string& out) {
  if (const auto* object = value.if_object()) {
    std::vector<std::string_view> keys;
    for (const auto& member : *object) keys.push_back(member.key());
    std::sort(keys.begin(), keys.end());
    const char* before = "{";
    for (const auto key : keys) {
      out += before + json::serialize(json::string(key)) + ':';
      add_canonical(object->at(key), out);
      before = ",";
    }
    out += keys.empty() ? "{}" : "}";
  } else if (const auto* array = value.if_array()) {
    const char* before = "[";
    for (const auto& item : *array) {
      out += before;
      add_canonical(item, out);
      before = ",";
    }
    out += array->empty() ? "[]" : "]";
  } else {
    out += json::serialize(value);
  }
}

void add_values(const json::value& value, const std::string& name,
                std::vector<std::pair<std::string, std::string>>& into) {
  if (const auto* object = value.if_object()) {
    for (const auto& member : *object) {
      add_values(member.value(), name.empty() ? std::string(member.key()) : name + "." + std::string(member.key()),
                 into);
    }
  } else if (const auto* array = value.if_array()) {
    for (const auto& item : *array) add_values(item, name, into);
  } else if (const auto* text = value.if_string()) {
    into.emplace_back(name, std::string(*text));
  } else {
    into.emplace_back(name, json::serialize(value));
  }
}

void refuse_long(Fields& fields, std::string_view key, std::size_t size, std::size_t most) {
  if (size > most) fields.fail(key, "longer than " + std::to_string(most) + " bytes");
}

}  // namespace

std::string canonical(const json::value& value) {
  std::string text;
  add_canonical(value, text);
  return text;
}

ToolCall read_tool_call(Fields& fields) {
  ToolCall call;
  call.name = fields.text("name", name_text);
  if (const json::value* args = fields.find("args")) {
    call.arguments = canonical(*args);
    if (call.arguments.size() <= limits::tool_args_bytes) add_values(*args, {}, call.values);
  }
  refuse_long(fields, "args", call.arguments.size(), limits::tool_args_bytes);
  return call;
}

ToolResult read_tool_result(Fields& fields) {
  ToolResult result;
  if (const json::value* value = fields.find("result")) {
    if (const json::string* text = value->if_string()) {
      result.text = std::string(*text);
    } else {
      fields.fail("result", "expected a string, got " + kind_of(*value));
    }
  }
  refuse_long(fields, "result", result.text.size(), limits::tool_result_bytes);
  result.is_error = fields.truth_or("is_error", false);
  return result;
}

}  // namespace interlock::ipc
