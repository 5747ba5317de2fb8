#include "cli/audit/audit_log.h"

#include "cli/basics/print.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

std::string window_text(const json::object& window) {
  const auto title = text_at(window, "title");
  return title.empty() ? text_at(window, "app") : title;
}

/// "2026-11-20 20:29:39Z": to the second, for people.
std::string time_text(const json::object& record) {
  std::string time = text_at(record, "time");
  if (time.size() < 20 || time[10] != 'T' || time.back() != 'Z') return time;
  time[10] = ' ';
  return time.substr(0, 19) + "Z";
}

/// Flattens a begin record into the form that watchers get, so that the same function prints both.
json::object flat(const json::object& begin) {
  json::object decision = object_at(begin, "assessment");
  for (const auto key : {"session", "agent", "target", "dry_run"}) {
    if (const auto* value = begin.if_contains(key)) decision[key] = *value;
  }
  decision["time"] = time_text(begin);
  decision["action"] = text_at(begin, "summary");
  if (begin.contains("window")) decision["window"] = window_text(object_at(begin, "window"));
  return decision;
}

std::string note(const json::object& record) {
  std::string line = time_text(record) + "  " + padded("interlockd", 15) + "  " + text_at(record, "what");
  for (const auto& [key, value] : record) {
    if (key == "record" || key == "time" || key == "what") continue;
    line += ", " + plain(key) + ": " + (value.is_string() ? plain(value.get_string()) : plain(json::serialize(value)));
  }
  return line;
}

}  // namespace

std::optional<std::string> AuditLog::line(std::string_view text) {
  boost::system::error_code not_json;
  const auto value = json::parse(text, not_json);
  if (not_json || !value.is_object()) return "(not a record) " + plain(text.substr(0, 200));
  const auto& record = value.get_object();
  const auto kind = text_at(record, "record");
  if (kind == "note" && text_at(record, "what") == "picture") return std::nullopt;  // its action has a line
  if (kind == "note") return note(record);
  const auto id = text_at(record, "id");
  if (kind == "begin") {
    if (begun_.insert_or_assign(id, record).second) order_.push_back(id);
    return std::nullopt;
  }
  const auto begin = begun_.find(id);
  if (kind != "end" || begin == begun_.end()) return "(not a record) " + plain(text.substr(0, 200));
  json::object decision = flat(begin->second);
  for (const auto& [key, field] : record) {
    if (key != "record" && key != "time") decision[key] = field;
  }
  begun_.erase(begin);
  return decision_line(decision);
}

std::vector<std::string> AuditLog::unfinished() {
  std::vector<std::string> lines;
  for (const auto& id : order_) {
    const auto begin = begun_.find(id);
    if (begin != begun_.end()) lines.push_back(decision_line(flat(begin->second)) + "; never completed");
  }
  return lines;
}

}  // namespace interlock::cli
