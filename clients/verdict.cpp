#include "clients/verdict.h"

#include "clients/members.h"

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

}  // namespace interlock
