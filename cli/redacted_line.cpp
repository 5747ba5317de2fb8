#include "cli/redacted_line.h"

#include "gate/redaction/redaction.h"
#include "ipc/decode.h"
#include "ipc/encode.h"
#include "ipc/limits.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

json::object error(const json::value& id, std::size_t number, std::string_view message) {
  return {{"id", id}, {"error", {{"line", number}, {"message", ipc::valid_utf8(message)}}}};
}

}  // namespace

json::object redacted_line(std::string_view line, std::size_t number) {
  if (line.size() > ipc::limits::line_bytes) return error(nullptr, number, "the line is too long");
  const auto value = ipc::parse_json(line);
  if (!value) return error(nullptr, number, value.error().message);
  const auto* object = value->if_object();
  if (object == nullptr) return error(nullptr, number, "expected an object");
  const auto* id = object->if_contains("id");
  const json::value known_id = id != nullptr && id->is_string() ? *id : json::value();
  const auto* text = object->if_contains("text");
  if (text == nullptr || !text->is_string()) return error(known_id, number, "text: expected a string");
  const gate::Redacted redacted = gate::redact(text->get_string());
  json::array redactions;
  for (const gate::Redaction& span : redacted.redactions) {
    redactions.push_back(
        {{"category", gate::redaction_category_name(span.category)}, {"start", span.begin}, {"end", span.end}});
  }
  return {{"id", known_id}, {"text", ipc::valid_utf8(redacted.text)}, {"redactions", std::move(redactions)}};
}

}  // namespace interlock::cli
