#include "cli/tune/answered.h"

#include <algorithm>
#include <utility>

#include "cli/audit/record_time.h"
#include "cli/basics/print.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

/// "https://shop.example/x" -> "shop.example"
std::string host_of(const std::string& url) {
  const std::size_t begin = url.find("://");
  if (begin == std::string::npos) return {};
  const std::string rest = url.substr(begin + 3);
  const std::string whole = rest.substr(0, rest.find_first_of("/?#"));
  const std::size_t user = whole.rfind('@');
  const std::string host = user == std::string::npos ? whole : whole.substr(user + 1);
  return host.substr(0, host.find(':'));
}

std::string category_in(const json::object& assessment) {
  const auto* findings = assessment.if_contains("findings");
  if (findings == nullptr || !findings->is_array()) return {};
  for (const auto& each : findings->get_array()) {
    if (!each.is_object() || text_at(each.get_object(), "rule") != "irreversible") continue;
    const auto evidence = text_at(each.get_object(), "evidence");
    if (const auto colon = evidence.find(": "); colon != std::string::npos) return evidence.substr(0, colon);
  }
  return {};
}

Answered begun(const json::object& record, std::int64_t time) {
  const auto& assessment = object_at(record, "assessment");
  const auto& element = object_at(record, "element");
  Answered act{.id = text_at(record, "id"),
               .agent = text_at(record, "agent"),
               .session = text_at(record, "session"),
               .program = text_at(object_at(record, "peer"), "program"),
               .rule = text_at(assessment, "rule"),
               .code = text_at(assessment, "code"),
               .category = category_in(assessment),
               .target = text_at(record, "target"),
               .name = text_at(element, "name"),
               .role = text_at(element, "role"),
               .place = host_of(text_at(object_at(record, "document"), "url")),
               .began = time};
  act.decision = decision_from_name(text_at(assessment, "decision")).value_or(Decision::allow);
  act.page = !act.place.empty();
  if (!act.page) act.place = text_at(object_at(record, "window"), "app");
  if (const auto* given = record.if_contains("confidence"); given != nullptr && given->is_number())
    act.confidence = std::clamp(given->to_number<double>(), 0.0, 1.0);
  return act;
}

}  // namespace

std::optional<bool> Answered::right() const {
  if (by_playbook || ended == 0) return std::nullopt;
  if (taken_back()) return false;
  if (outcome == "denied") return false;
  if (outcome == "approved") return true;
  // Silence and a closed prompt are no answer; what was blocked shows nothing about the person's mind.
  if (!outcome.empty() || decision >= Decision::require_confirmation) return std::nullopt;
  return executed ? std::optional(true) : std::nullopt;
}

void AnswerReader::note(const json::object& record, std::int64_t time) {
  const auto what = text_at(record, "what");
  if (what == "start") return last_of_session_.clear();  // sessions are numbered from 1 again
  if (what == "undone") {
    if (const auto of = by_id_.find(text_at(record, "entry")); of != by_id_.end()) all_[of->second].undone = true;
  }
  if (what != "takeover") return;
  const auto last = last_of_session_.find(text_at(record, "session"));
  if (last == last_of_session_.end()) return;
  Answered& act = all_[last->second];
  const bool soon = act.executed && time - act.ended <= soon_ms && time >= act.ended;
  act.taken_over = act.taken_over || soon;
}

void AnswerReader::line(std::string_view text) {
  boost::system::error_code not_json;
  const auto value = json::parse(text, not_json);
  if (not_json || !value.is_object()) return;  // `audit verify` reports these
  const auto& record = value.get_object();
  const std::int64_t time = time_of_record(text_at(record, "time")).value_or(0);
  const auto kind = text_at(record, "record");
  const auto id = text_at(record, "id");
  if (kind == "note") return note(record, time);
  if (kind == "begin" && !truth_at(record, "dry_run") && !record.contains("tool")) {
    by_id_[id] = all_.size();
    all_.push_back(begun(record, time));
  }
  const auto of = by_id_.find(id);
  if (kind != "end" || of == by_id_.end()) return;
  Answered& act = all_[of->second];
  act.ended = std::max<std::int64_t>(time, 1);
  act.executed = truth_at(record, "executed");
  act.outcome = text_at(record, "outcome");
  act.by_playbook = text_at(record, "outcome_reason").starts_with("the playbook ");
  last_of_session_[act.session] = of->second;
}

std::vector<Answered> AnswerReader::finish() {
  std::erase_if(all_, [](const Answered& act) { return act.ended == 0; });
  by_id_.clear();
  last_of_session_.clear();
  return std::exchange(all_, {});
}

}  // namespace interlock::cli
