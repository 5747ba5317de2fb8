#include "tests/soak/records.h"

#include <fstream>
#include <sstream>

#include "tests/soak/wire.h"

namespace interlock::soak {
namespace {

std::string text_in(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value && value->is_string() ? std::string(value->as_string()) : std::string();
}

bool true_in(const json::object& object, std::string_view key) {
  const auto* value = object.if_contains(key);
  return value && value->is_bool() && value->as_bool();
}

const json::object& object_in(const json::object& object, std::string_view key) {
  static const json::object none;
  const auto* value = object.if_contains(key);
  return value && value->is_object() ? value->as_object() : none;
}

int presses_of(const json::object& action) {
  const auto type = text_in(action, "type");
  if (type == "mouse_down" || type == "drag") return 1;
  if (type != "click") return 0;
  const auto* count = action.if_contains("count");
  return count && count->is_int64() ? static_cast<int>(count->as_int64()) : 1;
}

}  // namespace

std::vector<std::string> Growing::new_lines() {
  std::vector<std::string> lines;
  std::ifstream file(path_, std::ios::binary);
  file.seekg(static_cast<std::streamoff>(offset_));
  for (std::string line; std::getline(file, line) && !file.eof();) {
    offset_ += line.size() + 1;
    lines.push_back(std::move(line));
  }
  return lines;
}

bool Record::may_inject() const {
  const bool agreed = decision != "require_confirmation" || end < 0 || outcome == "approved";
  return !dry_run && decision != "block" && decision != "halt" && agreed;
}

void Audit::read_on() {
  for (const auto& line : file_.new_lines()) {
    boost::system::error_code error;
    const auto value = json::parse(line, error);
    if (error || !value.is_object()) continue;  // cut short by a kill; `audit verify` judges that
    const auto& object = value.as_object();
    const auto id = text_in(object, "id");
    if (text_in(object, "record") == "begin") {
      const auto& action = object_in(object, "action");
      open_[id] = records_.size();
      records_.push_back({.id = id,
                          .agent = text_in(object, "agent"),
                          .action = text_in(object, "summary"),
                          .decision = text_in(object_in(object, "assessment"), "decision"),
                          .begin = from_rfc3339(text_in(object, "time")),
                          .dry_run = true_in(object, "dry_run"),
                          .buttons = presses_of(action)});
    } else if (text_in(object, "record") == "end" && open_.contains(id)) {
      auto& record = records_[open_[id]];
      record.end = from_rfc3339(text_in(object, "time"));
      record.executed = true_in(object, "executed");
      record.outcome = text_in(object, "outcome");
      record.refusal = text_in(object_in(object, "refusal"), "code");
      open_.erase(id);
    }
  }
}

Event event_of(const std::string& line) {
  Event event;
  std::istringstream(line) >> event.kind >> event.detail >> event.at;
  return event;
}

Talk talk_of(const std::string& agent, const std::string& log) {
  Talk talk{.agent = agent};
  std::map<std::int64_t, bool> open;
  for (const auto& line : Growing(log).new_lines()) {
    boost::system::error_code error;
    const auto value = json::parse(line, error);
    if (error) continue;
    const auto& object = value.as_object();
    if (const auto* id = object.if_contains("ask")) {
      ++talk.asked;
      open[id->as_int64()] = true;
    } else if (const auto* to = object.if_contains("reply")) {
      open.erase(to->as_int64());
      talk.replies.push_back({.what = text_in(object, "what"),
                              .decision = text_in(object, "decision"),
                              .code = text_in(object, "code"),
                              .outcome = text_in(object, "outcome"),
                              .error = text_in(object, "error"),
                              .at = object.at("t").to_number<std::int64_t>(),
                              .ms = object.at("ms").to_number<double>(),
                              .executed = true_in(object, "executed")});
    } else if (const auto* lost = object.if_contains("lost")) {
      for (const auto& each : lost->as_array()) {
        open.erase(each.as_int64());
        ++talk.lost;
      }
    }
    talk.twice += object.contains("twice");
    talk.unasked += object.contains("unasked");
    talk.ended = talk.ended || object.contains("end");
  }
  if (talk.ended) talk.unanswered = static_cast<int>(open.size());
  return talk;
}

}  // namespace interlock::soak
