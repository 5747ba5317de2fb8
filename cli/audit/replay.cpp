#include "cli/audit/replay.h"

#include <algorithm>
#include <utility>

#include "cli/audit/record_time.h"
#include "cli/basics/print.h"
#include "cli/offline/observation_format.h"
#include "gate/typing/paste.h"
#include "ipc/decode.h"
#include "values/paste_source.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

Decision decision_in(const json::object& object) {
  return decision_from_name(text_at(object, "decision")).value_or(Decision::allow);
}

/// True for a finding that did not come from the gate, and so is the same under every policy.
bool is_from_outside(const json::object& finding) {
  const auto rule = text_at(finding, "rule");
  return rule.starts_with("validator.") || rule == "session" || rule == "audit" ||
         text_at(finding, "code") == "target_changed";
}

/// The most severe of the recorded findings that came, or did not come, from outside the gate.
Decision found(const json::object& assessment, bool outside) {
  Decision most = Decision::allow;
  const auto* findings = assessment.if_contains("findings");
  if (findings == nullptr || !findings->is_array()) return most;
  for (const auto& finding : findings->get_array()) {
    if (finding.is_object() && is_from_outside(finding.get_object()) == outside)
      most = std::max(most, decision_in(finding.get_object()));
  }
  return most;
}

bool uses_keyboard(const std::string& type) {
  return type == "type" || type == "type_secret" || type == "key" || type == "key_down" || type == "key_up" ||
         type == "navigate";
}

/// What is not recorded although the decision may have depended on it.
std::string gap_in(const json::object& begin, const json::object& line) {
  if (begin.contains("tool")) {
    if (text_at(object_at(begin, "tool"), "phase") == "after") return "the results of tools are not recorded";
    return truth_at(begin, "masked") ? "the call's arguments were not recorded completely" : "";
  }
  const auto type = text_at(object_at(begin, "action"), "type");
  if (truth_at(begin, "masked") || json::serialize(object_at(begin, "action")).find("•") != std::string::npos)
    return "the typed text was not recorded";
  if (type == "select_option" || type == "set_value" || type == "fill_form") return "it was judged field by field";
  if (type == "drag") return "the target at the end of the drag was not recorded";
  const auto action = ipc::decode_action_of(line, "");
  const auto seen = decode_observation(line.at("observation"), "observation");
  if (!action || !seen) return "it was recorded in another form: " + (action ? seen.error() : action.error()).message;
  if (gate::paste_source(*action, seen->window) != PasteSource::nothing) return "the pasted text was not recorded";
  return {};
}

/// The record as a line for `interlockctl check`.
json::object line_of(const json::object& begin, const std::string& session, bool executed) {
  const auto& peer = object_at(begin, "peer");
  json::object line = {{"id", begin.at("id")},
                       {"session", session},
                       {"agent", {{"name", text_at(begin, "agent")}, {"program", text_at(peer, "program")}}}};
  if (const auto* directive = begin.if_contains("directive")) line["directive"] = *directive;
  if (const auto* scope = begin.if_contains("scope")) line["scope"] = {{"goal_type", *scope}};
  if (const auto at = time_of_record(text_at(begin, "time"))) line["now_ms"] = *at;
  if (begin.contains("tool")) {
    const auto& tool = object_at(begin, "tool");
    line["tool"] = {{"phase", "before"}, {"name", tool.at("name")}};
    boost::system::error_code not_json;
    const auto* args = tool.if_contains("args");
    auto value = args != nullptr && args->is_string() ? json::parse(args->get_string(), not_json) : json::value();
    if (!not_json && !value.is_null()) line["tool"].get_object()["args"] = std::move(value);
    return line;
  }
  line["action"] = object_at(begin, "action");
  line["outcome"] = {{"executed", executed}};
  json::object observation;
  for (const auto key : {"window", "read", "document", "frames", "bound", "around", "files", "names"}) {
    if (const auto* value = begin.if_contains(key)) observation[key] = *value;
  }
  const bool keyboard = uses_keyboard(text_at(object_at(begin, "action"), "type"));
  if (const auto* target = begin.if_contains("element")) observation[keyboard ? "focus" : "element"] = *target;
  line["observation"] = std::move(observation);
  return line;
}

}  // namespace

std::optional<Replayed> Replay::line(std::string_view text) {
  boost::system::error_code not_json;
  const auto value = json::parse(text, not_json);
  if (not_json || !value.is_object()) return std::nullopt;  // `audit verify` reports these
  const auto& record = value.get_object();
  const auto kind = text_at(record, "record");
  if (kind == "note" && text_at(record, "what") == "start") ++starts_;
  const auto id = text_at(record, "id");
  if (kind == "begin") {
    json::object begin = record;
    begin["daemon"] = starts_;
    if (begun_.insert_or_assign(id, std::move(begin)).second) order_.push_back(id);
    return std::nullopt;
  }
  const auto begin = begun_.find(id);
  if (kind != "end" || begin == begun_.end()) return std::nullopt;
  Replayed replayed = judge(std::move(begin->second), truth_at(record, "executed"));
  begun_.erase(begin);
  return replayed;
}

std::vector<Replayed> Replay::rest() {
  std::vector<Replayed> all;
  for (const auto& id : order_) {
    const auto begin = begun_.find(id);
    if (begin != begun_.end()) all.push_back(judge(std::move(begin->second), false));
  }
  begun_.clear();
  return all;
}

Replayed Replay::judge(json::object begin, bool executed) {
  Replayed result;
  const auto& assessment = object_at(begin, "assessment");
  result.was = decision_in(assessment);
  const auto session = std::to_string(static_cast<long>(number_at(begin, "daemon"))) + "/" + text_at(begin, "session");
  const json::object line = line_of(begin, session, executed);
  result.not_judged = gap_in(begin, line);
  // Always judged: later actions of its session depend on it.
  const std::string text = json::serialize(line);
  const auto by_old = was_.answer(text, 1);
  const auto by_new = now_.answer(text, 1);
  if (const auto* error = by_old.if_contains("error"); error != nullptr && result.not_judged.empty()) {
    result.not_judged = "it was recorded in another form: " + text_at(error->as_object(), "message");
  } else if (result.not_judged.empty() && text_at(begin, "profile") != text_at(by_old, "profile")) {
    result.not_judged = "by that policy its session has another profile than the one that was recorded";
  } else if (result.not_judged.empty() && decision_in(by_old) != found(assessment, false)) {
    result.not_judged = "the record leads to " + text_at(by_old, "decision") +
                        " by the policy that it is compared with: another policy decided, or earlier actions counted";
  }
  const auto outside = found(assessment, true);
  result.now = std::max(decision_in(by_new), outside);
  result.rule = text_at(by_new, "rule");
  result.reason = text_at(by_new, "reason");
  result.begin = std::move(begin);
  return result;
}

}  // namespace interlock::cli
