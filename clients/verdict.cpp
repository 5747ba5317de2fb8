#include "clients/verdict.h"

namespace interlock {

namespace json = boost::json;

namespace {

std::string by_whom(const json::object& reply) {
  const std::string rule = text_in(reply, "rule"), code = text_in(reply, "code");
  return rule.empty() ? std::string() : " (" + rule + (code.empty() ? "" : "/" + code) + ")";
}

}  // namespace

std::optional<std::string> why_not_done(const json::object& reply) {
  if (truth_in(reply, "executed")) return std::nullopt;
  const std::string decision = text_in(reply, "decision"), reason = text_in(reply, "reason");
  if (decision == "halt") return "halted by interlock: " + reason + by_whom(reply);
  if (decision == "block") return "blocked by interlock: " + reason + by_whom(reply);
  const json::object refusal = object_in(reply, "refusal");
  const std::string code = text_in(refusal, "code");
  if (code == "not_approved") {
    return "not approved (" + text_in(reply, "outcome") + "): " + reason + "; " + text_in(reply, "outcome_reason");
  }
  std::string why = "not done: " + text_in(refusal, "reason") + (code.empty() ? "" : " (" + code + ")");
  if (const auto typed = number_in(reply, "typed"); typed > 0)
    why += "; " + std::to_string(typed) + " characters were typed";
  return why;
}

std::string text_in(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value && value->is_string() ? std::string(value->get_string()) : std::string();
}

std::int64_t number_in(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  if (!value) return 0;
  if (value->is_int64()) return value->get_int64();
  return value->is_uint64() ? static_cast<std::int64_t>(value->get_uint64()) : 0;
}

bool truth_in(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value && value->is_bool() && value->get_bool();
}

json::object object_in(const json::object& object, std::string_view key) {
  const json::value* value = object.if_contains(key);
  return value && value->is_object() ? value->get_object() : json::object();
}

}  // namespace interlock
