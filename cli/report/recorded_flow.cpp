#include "cli/report/recorded_flow.h"

#include "cli/basics/print.h"
#include "cli/offline/observation_format.h"
#include "ipc/decode.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

/// The recorded observation, in the format of `check`.
tl::expected<Observation, ipc::RpcError> seen_in(const json::object& record, const Action& action) {
  json::object observation;
  const auto copy = [&](const char* from, const char* to) {
    if (const auto* value = record.if_contains(from)) observation[to] = *value;
  };
  copy("window", "window");
  copy("document", "document");
  copy("bound", "bound");
  copy("around", "around");
  copy("files", "files");
  copy("element", uses_keyboard(action) ? "focus" : "element");
  return decode_observation(observation, "record");
}

/// interlockd writes bullets instead of text that went into a secret field.
bool is_masked(const gate::PlaybookStep& step) {
  return step.does.find("•") != std::string::npos;
}

}  // namespace

void RecordedFlow::line(std::string_view text) {
  boost::system::error_code bad;
  const auto value = json::parse(text, bad);
  if (bad || !value.is_object()) return;
  const auto& record = value.get_object();
  const auto kind = text_at(record, "record");
  if (kind == "note" && text_at(record, "what") == "start") restarted_ = true;
  if (kind == "begin" && text_at(record, "session") == id_) begin(record);
  if (kind == "end") done(record);
}

void RecordedFlow::begin(const json::object& record) {
  if (restarted_) {
    steps_.clear();
    left_out_.clear();
    begun_.clear();
    restarted_ = false;
  }
  agent_ = text_at(record, "agent");
  if (record.contains("action")) begun_[text_at(record, "id")] = record;
}

void RecordedFlow::done(const json::object& record) {
  const auto found = begun_.find(text_at(record, "id"));
  if (found == begun_.end()) return;
  const json::object begun = std::move(found->second);
  begun_.erase(found);
  if (!truth_at(record, "executed")) return;
  const auto action = ipc::decode_action(begun.at("action"), "action");
  const auto seen = action ? seen_in(begun, *action) : tl::make_unexpected(action.error());
  if (seen && gate::between_steps(*action)) return;
  const auto step = seen ? gate::playbook_step(*action, *seen) : std::nullopt;
  if (!step || is_masked(*step)) {
    left_out_.push_back(text_at(begun, "summary") + " on " + text_at(begun, "target"));
  } else {
    steps_.push_back(*step);
  }
}

}  // namespace interlock::cli
