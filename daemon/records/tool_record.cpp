#include "daemon/records/tool_record.h"

#include "approval/digest.h"
#include "daemon/records/question.h"
#include "daemon/records/record.h"
#include "gate/secrets/secret_text.h"
#include "ipc/encode.h"
#include "ipc/limits.h"
#include "ipc/tool_fields.h"
#include "values/utf8.h"

namespace interlock::daemon {

namespace json = boost::json;

namespace {

/// Only text that was searched for secrets may be shown; longer text is left out of the log.
constexpr std::size_t readable = 32 * 1024;

/// Each text by itself: as JSON, the lines of a private key are no lines.
void mask(json::value& value) {
  if (auto* object = value.if_object()) {
    for (auto& member : *object) mask(member.value());
  } else if (auto* array = value.if_array()) {
    for (auto& item : *array) mask(item);
  } else if (auto* text = value.if_string()) {
    *text = gate::without_secrets(utf8_prefix(*text, readable));
  }
}

struct MaskedArguments {
  std::string text;    ///< empty if they could not be read
  bool whole = false;  ///< nothing was cut
};

MaskedArguments masked_arguments(const ToolCall& call) {
  boost::system::error_code error;
  json::value args = json::parse(call.arguments, error);
  if (error) return {};
  const bool short_texts = call.arguments.size() <= readable;
  mask(args);
  const std::string all = ipc::canonical(args);
  // Once more as a whole: {"password": "..."} is one only together with its name.
  return {gate::without_secrets(utf8_prefix(all, readable)), short_texts && all.size() <= readable};
}

std::string cut(const std::string& text, std::size_t most) {
  const std::string_view part = utf8_prefix(text, most);
  return part.size() < text.size() ? std::string(part) + "…" : text;
}

void add_what_happened(json::object& object, const ToolStep& step) {
  if (step.result) {
    object["failed"] = has_failed(*step.result);
  } else {
    object["may_call"] = step.may_call;
  }
  if (step.verdict) {
    object["outcome"] = outcome_name(step.verdict->outcome);
    object["outcome_reason"] = step.verdict->why;
    if (!step.verdict->word.empty()) object["word"] = step.verdict->word;
  }
  if (step.refusal) object["refusal"] = {{"code", step.refusal->code}, {"reason", valid_utf8(step.refusal->reason)}};
  object["ms"] = double(step.took.count()) / 1000.0;
}

}  // namespace

std::string shown_arguments(const ToolCall& call) {
  return valid_utf8(cut(std::string(utf8_prefix(masked_arguments(call).text, readable)), ipc::limits::shown_bytes));
}

namespace {

/// All arguments, for an approver. What is too long to be searched for secrets, or cannot be read, is named as missing.
std::string whole_arguments(const ToolCall& call) {
  const MaskedArguments masked = masked_arguments(call);
  if (masked.whole || call.arguments.empty()) return valid_utf8(masked.text);
  return valid_utf8(masked.text) + " [" + std::to_string(call.arguments.size()) +
         " bytes in all: not shown whole; SHA-256 " + approval::sha256_hex(call.arguments) + "]";
}

}  // namespace

std::string summary_of(const ToolCall& call) {
  const std::string args = cut(shown_arguments(call), 120);
  return valid_utf8("call " + call.name + (args.empty() ? "" : " " + args));
}

json::object audit_begin(const Session& session, const ToolStep& step) {
  json::object record = {{"session", session.id},
                         {"agent", valid_utf8(session.name)},
                         {"peer", peer_json(session.peer)},
                         {"tool",
                          {{"phase", step.result ? "after" : "before"},
                           {"name", valid_utf8(step.call.name)},
                           {"args", shown_arguments(step.call)}}},
                         {"summary", summary_of(step.call)},
                         {"assessment", ipc::to_json(step.assessment)}};
  if (session.directive) record["directive"] = gate::without_secrets(valid_utf8(*session.directive));
  if (session.scope) record["scope"] = *session.scope;
  if (record.at("tool").at("args") != json::string(step.call.arguments)) record["masked"] = true;
  if (!session.profile.empty()) record["profile"] = valid_utf8(session.profile);
  return record;
}

json::object audit_end(const ToolStep& step) {
  json::object record;
  add_what_happened(record, step);
  return record;
}

json::object reply(const ToolStep& step) {
  json::object result = ipc::to_json(step.assessment);
  result.erase("findings");
  result["id"] = step.id;
  add_what_happened(result, step);
  add_word(result, step.verdict);
  return result;
}

json::object decision_event(const Session& session, const ToolStep& step) {
  json::object event = {{"id", step.id},
                        {"session", session.id},
                        {"agent", valid_utf8(session.name)},
                        {"tool", valid_utf8(step.call.name)},
                        {"action", summary_of(step.call)},
                        {"decision", decision_name(step.assessment.decision)},
                        {"rule", step.assessment.rule},
                        {"code", step.assessment.code},
                        {"reason", valid_utf8(step.assessment.reason.text())}};
  add_what_happened(event, step);
  return event;
}

Question question(const Session& session, const ToolStep& step) {
  const std::string arguments = whole_arguments(step.call);
  return {.session = session.id,
          .record = step.id,
          .headline = "Call a tool",
          .agent = valid_utf8(session.name),
          .action = summary_of(step.call),
          .target = "tool",
          .label = quoted_app_words(step.call.name),
          .window = "no window",
          .rule = std::string(step.assessment.rule),
          .reason = valid_utf8(step.assessment.reason.text()),
          .confined = session.enforced,
          .consent = gate::consent(step.call, step.assessment),
          .whole = {{"arguments, whole", arguments}},
          .done = {{"tool", valid_utf8(step.call.name)},
                   {"arguments", arguments},
                   {"session", session.id},
                   {"record", step.id}}};
}

}  // namespace interlock::daemon
