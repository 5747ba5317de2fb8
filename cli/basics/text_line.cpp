#include "cli/basics/text_line.h"

#include "ipc/decode.h"
#include "ipc/encode.h"
#include "ipc/limits.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

json::object error(const json::value& id, std::size_t number, std::string_view message) {
  return {{"id", id}, {"error", {{"line", number}, {"message", valid_utf8(message)}}}};
}

}  // namespace

json::object answer_to_text(std::string_view line, std::size_t number,
                            const std::function<json::object(std::string_view)>& answer) {
  if (line.size() > ipc::limits::line_bytes) return error(nullptr, number, "the line is too long");
  const auto value = ipc::parse_json(line);
  if (!value) return error(nullptr, number, value.error().message);
  const auto* object = value->if_object();
  if (object == nullptr) return error(nullptr, number, "expected an object");
  const auto* id = object->if_contains("id");
  json::object result = {{"id", id != nullptr && id->is_string() ? *id : json::value()}};
  const auto* text = object->if_contains("text");
  if (text == nullptr || !text->is_string()) return error(result["id"], number, "text: expected a string");
  for (auto& [key, part] : answer(text->get_string())) result[key] = std::move(part);
  return result;
}

}  // namespace interlock::cli
