#include "clients/mcp/session_log.h"

#include "clients/mcp/results.h"

namespace interlock::mcp {

void SessionLog::put(std::string now, std::string_view tool, const json::object& arguments, json::object came) {
  json::object entry = {{"time", std::move(now)}, {"tool", tool}};
  const std::string asked = json::serialize(arguments);
  entry["arguments"] =
      asked.size() <= most_bytes ? json::value(arguments) : json::value(std::to_string(asked.size()) + " bytes");
  for (auto& [key, value] : came) entry[key] = std::move(value);
  lines_.push_back(json::serialize(entry));
  if (lines_.size() > most_entries) {
    lines_.pop_front();
    ++forgotten_;
  }
}

void SessionLog::add(std::string now, std::string_view tool, const json::object& arguments, const json::object& reply) {
  json::object came = {{"result", verdict_line(reply)}};
  for (const auto* key : {"id", "decision", "rule", "code", "reason", "executed", "outcome", "outcome_reason"}) {
    if (const json::value* value = reply.if_contains(key)) came[key] = *value;
  }
  put(std::move(now), tool, arguments, std::move(came));
}

void SessionLog::add(std::string now, std::string_view tool, const json::object& arguments, const RpcError& error) {
  put(std::move(now), tool, arguments, {{"error", error.message}});
}

std::string SessionLog::text() const {
  std::string text;
  for (const auto& line : lines_) text += line + "\n";
  const std::string before = forgotten_ == 0 ? "" : std::to_string(forgotten_) + " earlier entries are left out\n";
  return before + marked(text.empty() ? "nothing was asked yet" : text);
}

}  // namespace interlock::mcp
