#include "cli/report/session_records.h"

#include <algorithm>
#include <array>

#include "cli/basics/print.h"

namespace interlock::cli {

namespace json = ipc::json;

namespace {

bool is_act(const json::object& record) {
  return record.contains("id");
}

/// True for notes that name this session, and for notes without a session that stop agents or change what they may do.
bool matters(const json::object& note, const std::string& session) {
  constexpr std::array<std::string_view, 5> to_all = {"pause", "resume", "halt", "reload", "stop"};
  const auto of = text_at(note, "session");
  if (!of.empty()) return of == session;
  return std::find(to_all.begin(), to_all.end(), text_at(note, "what")) != to_all.end();
}

}  // namespace

void SessionReader::line(std::string_view text) {
  boost::system::error_code not_json;
  auto value = json::parse(text, not_json);
  if (not_json || !value.is_object()) return;  // `interlockctl audit verify` reports these
  auto& record = value.get_object();
  record.erase("prev");
  const auto kind = text_at(record, "record");
  record.erase("record");
  if (kind == "note") return note(std::move(record));
  if (kind == "begin" && text_at(record, "session") == session_) {
    current_.records.push_back(std::move(record));
  } else if (kind == "end") {
    auto* begin = begun(text_at(record, "id"));
    if (begin == nullptr) return;
    for (auto& [key, field] : record) (*begin)[key == "time" ? "ended" : std::string_view(key)] = std::move(field);
  }
}

json::object* SessionReader::begun(const std::string& id) {
  const auto found = std::find_if(current_.records.rbegin(), current_.records.rend(),
                                  [&](const auto& other) { return is_act(other) && text_at(other, "id") == id; });
  return found == current_.records.rend() ? nullptr : &*found;
}

void SessionReader::note(json::object record) {
  if (text_at(record, "what") == "start") {
    end_run();
    current_.run = text_at(record, "time");
  } else if (text_at(record, "what") == "picture") {
    if (text_at(record, "session") != session_) return;
    if (auto* of = begun(text_at(record, "of"))) (*of)["picture"] = std::move(record);
  } else if (matters(record, session_)) {
    current_.records.push_back(std::move(record));
  }
}

void SessionReader::end_run() {
  auto run = std::exchange(current_, {});
  auto& records = run.records;
  const auto names_it = [&](const auto& record) { return is_act(record) || record.contains("session"); };
  // Events before the session began do not belong to it; a stop of interlockd after it does.
  records.erase(records.begin(), std::find_if(records.begin(), records.end(), names_it));
  if (std::any_of(records.begin(), records.end(), is_act)) runs_.push_back(std::move(run));
}

std::vector<SessionRecords> SessionReader::finish() {
  end_run();
  return std::move(runs_);
}

}  // namespace interlock::cli
