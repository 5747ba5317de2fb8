#include "cli/doctor/doctor_report.h"

#include <algorithm>

#include "cli/basics/print.h"

namespace interlock::cli {

namespace json = ipc::json;
using doctor::Reach;
using doctor::State;

namespace {

constexpr std::size_t does_width = 78;
constexpr std::size_t check_width = 24;

std::string shown(const doctor::Line& line) {
  constexpr const char* marks[] = {"ok", "note", "WARNING", "BAD"};
  std::string text = padded(marks[static_cast<std::size_t>(line.state)], 9);
  text += padded(plain(line.check), check_width) + " " + plain(line.seen) + "\n";
  if (!line.todo.empty()) text += padded("", 9 + check_width) + " -> " + plain(line.todo) + "\n";
  return text;
}

/// The result for the same way; "untried" if there is none.
std::string reach_in(const std::vector<doctor::Result>& results, const std::string& id) {
  const auto found = std::find_if(results.begin(), results.end(), [&](const auto& result) { return result.id == id; });
  return doctor::reach_name(found == results.end() ? Reach::untried : found->tried.reach);
}

doctor::Lines all_lines(const Diagnosis& diagnosis) {
  doctor::Lines lines = about_sandbox(diagnosis);
  lines.insert(lines.end(), diagnosis.desktop.begin(), diagnosis.desktop.end());
  return lines;
}

}  // namespace

doctor::Lines about_sandbox(const Diagnosis& diagnosis) {
  if (!diagnosis.confined) {
    return {{"sandbox", State::bad, "no agent can be confined here: " + diagnosis.no_sandbox,
             "see the lines about interlockd, bubblewrap and Landlock"}};
  }
  doctor::Lines lines;
  for (const auto& result : diagnosis.confined->results) {
    if (result.tried.reach != Reach::open) continue;
    lines.push_back({"sandbox: " + result.id, State::bad,
                     "a confined agent can " + result.does + ": " + result.tried.seen,
                     "do not give it this folder; without any --bind and --allow-net: report it as a security defect"});
  }
  const auto& mediation = diagnosis.confined->mediation;
  if (!lines.empty() && mediation == "enforced") {
    lines.push_back({"mediation", State::bad, "interlockd calls this sandbox 'enforced', but it has a way out",
                     "do not rely on 'status' for agents with these folders"});
  } else if (lines.empty() && mediation != "enforced") {
    lines.push_back({"mediation", State::bad,
                     mediation.empty() ? "interlockd does not answer inside the sandbox"
                                       : "interlockd calls this sandbox '" + mediation + "'",
                     "restart interlockd and look again"});
  }
  if (lines.empty()) lines.push_back({"sandbox", State::good, "a confined agent has no way around interlock"});
  return lines;
}

int exit_code(const Diagnosis& diagnosis) {
  switch (doctor::worst(all_lines(diagnosis))) {
    case State::bad:
      return 3;
    case State::warning:
      return 1;
    default:
      return 0;
  }
}

std::string report(const Diagnosis& diagnosis) {
  std::string text = padded("ways around interlock, tried", does_width) + padded("confined", 10) + "any program\n";
  for (const auto& result : diagnosis.unconfined) {
    const auto inside = diagnosis.confined ? reach_in(diagnosis.confined->results, result.id) : "-";
    text +=
        "  " + padded(result.does, does_width - 2) + padded(inside, 10) + doctor::reach_name(result.tried.reach) + "\n";
  }
  text += "What is open to any program is open to an agent that was not started by 'interlockctl run'.\n\n";
  for (const auto& line : all_lines(diagnosis)) text += shown(line);
  for (const auto& done : diagnosis.fixed) text += "fixed: " + plain(done) + "\n";
  return text;
}

json::object report_json(const Diagnosis& diagnosis) {
  json::array lines;
  for (const auto& line : all_lines(diagnosis)) {
    lines.push_back({{"check", line.check},
                     {"state", doctor::state_name(line.state)},
                     {"seen", line.seen},
                     {"todo", line.todo},
                     {"fixable", line.fixable}});
  }
  json::object object = {{"lines", std::move(lines)},
                         {"any_program", doctor::to_json(diagnosis.unconfined)},
                         {"fixed", json::value_from(diagnosis.fixed)}};
  object["confined"] = diagnosis.confined ? json::value(to_json(*diagnosis.confined)) : json::value();
  return object;
}

std::string report(const Attempt& attempt) {
  std::string text;
  for (const auto& result : attempt.results) {
    text += padded(doctor::reach_name(result.tried.reach), 9) + padded(result.does, does_width) + " " +
            plain(result.tried.seen) + "\n";
  }
  return text;
}

}  // namespace interlock::cli
