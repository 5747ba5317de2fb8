#include "tests/soak/invariants.h"

#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include <sstream>

namespace interlock::soak {
namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

/// The server stamps events with whole milliseconds, of a moment within the request.
constexpr std::int64_t clock_slack_us = 3'000;
/// Longer than the longest act (a text of some hundred characters, a question and its answer).
constexpr std::int64_t longest_act_us = 60'000'000;

const std::string programs = INTERLOCK_BINARY_DIR;

bool explains(const Record& record, std::int64_t at) {
  if (!record.may_inject() || record.begin > at + clock_slack_us) return false;
  return record.end < 0 || record.end + clock_slack_us >= at || record.refusal == "deadline";
}

}  // namespace

Broken nothing_held(const test::Desktop& desktop) {
  std::string held;
  const bool free = test::eventually([&] {
    held = desktop.output({programs + "/tests/soak/soak_watch", desktop.display()});
    return held.empty();
  });
  if (free) return {};
  std::replace(held.begin(), held.end(), '\n', ',');
  return {"still held down: " + held};
}

Broken all_on_record(const std::vector<Event>& events, std::size_t first, const std::vector<Record>& records) {
  Broken broken;
  for (std::size_t i = first; i < events.size(); ++i) {
    const auto& event = events[i];
    if (event.kind == "watching") continue;
    const auto later = std::upper_bound(records.begin(), records.end(), event.at + clock_slack_us,
                                        [](std::int64_t at, const Record& record) { return at < record.begin; });
    bool explained = false;
    for (auto record = later; record != records.begin() && !explained;) {
      --record;
      if (record->begin < event.at - longest_act_us) break;
      explained = explains(*record, event.at);
    }
    if (explained) continue;
    std::string what = event.kind + " " + std::to_string(event.detail) + " at " + std::to_string(event.at);
    what += " has no record";
    if (later != records.begin()) {
      const auto& last = *std::prev(later);
      what += "; the one before: " + last.id + " '" + last.action + "' of " + last.agent + ", " + last.decision + ", " +
              std::to_string(last.begin) + " to " + std::to_string(last.end) + " " + last.refusal;
    }
    broken.push_back(std::move(what));
  }
  return broken;
}

Broken no_more_presses(const std::vector<Event>& events, const std::vector<Record>& records) {
  const auto seen = std::count_if(events.begin(), events.end(), [](const auto& e) { return e.kind == "button"; });
  long accounted = 0;
  for (const auto& record : records) accounted += record.may_inject() ? record.buttons : 0;
  if (seen <= accounted) return {};
  return {std::to_string(seen) + " button presses came, the records account for " + std::to_string(accounted)};
}

Broken nothing_carried_over(const std::vector<std::string>& agents, std::int64_t when,
                            const std::vector<Record>& records) {
  Broken broken;
  for (const auto& record : records) {
    const bool was_open = record.decision == "require_confirmation" && !record.dry_run && record.begin < when &&
                          (record.end < 0 || record.end > when);
    const bool asked = std::find(agents.begin(), agents.end(), record.agent) != agents.end();
    if (was_open && asked && record.executed) {
      broken.push_back("'" + record.action + "' of " + record.agent + " (" + record.id +
                       ") was asked about before the fault and done after it");
    }
  }
  return broken;
}

Broken audit_is_whole(const test::Desktop& desktop) {
  const std::string out = desktop.dir() + "/verify";
  fs::remove(out);
  const int code =
      test::Process::start({programs + "/cli/interlockctl", "audit", "verify"}, desktop.environment(), out).wait();
  if (code == 0) return {};
  return {"interlockctl audit verify: " + test::read_file(out)};
}

Broken one_reply_each(const std::vector<Talk>& talks) {
  Broken broken;
  for (const auto& talk : talks) {
    const auto say = [&](int count, const std::string& what) {
      if (count > 0) broken.push_back(talk.agent + ": " + std::to_string(count) + " " + what);
    };
    say(talk.twice, "requests answered twice");
    say(talk.unasked, "answers to nothing");
    say(talk.unanswered, "requests never answered");
  }
  return broken;
}

Footprint footprint_of(pid_t pid) {
  const std::string proc = "/proc/" + std::to_string(pid);
  Footprint footprint;
  std::error_code gone;
  for (fs::directory_iterator each(proc + "/fd", gone), end; !gone && each != end; each.increment(gone)) {
    ++footprint.descriptors;
  }
  std::istringstream lines(test::read_file(proc + "/status"));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("VmRSS:")) footprint.resident_mib = std::stod(line.substr(6)) / 1024;
  }
  return footprint;
}

std::string descriptors_of(pid_t pid) {
  std::string all;
  std::error_code gone;
  for (fs::directory_iterator each("/proc/" + std::to_string(pid) + "/fd", gone), end; !gone && each != end;
       each.increment(gone)) {
    all += each->path().filename().string() + " " + fs::read_symlink(each->path(), gone).string() + "; ";
  }
  return all;
}

}  // namespace interlock::soak
