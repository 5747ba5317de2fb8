#include <iostream>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "cli/live/human_status.h"

namespace interlock::cli {

namespace {

using ipc::json::object;

void row(std::string_view name, const std::string& value) {
  std::cout << padded(std::string(name), 15) << value << '\n';
}

void part(std::string_view name, const object& status) {
  if (!status.contains(name)) return;  // an earlier version's
  const auto& health = object_at(status, name);
  const auto message = text_at(health, "message");
  row(name, truth_at(health, "ok") ? (message.empty() ? "ok" : message) : "NOT WORKING: " + message);
}

/// Of a policy that was published signed; empty for others.
std::string published_version(const object& bundle) {
  if (bundle.empty()) return {};
  const std::string changed = truth_at(bundle, "signed") ? "" : ", changed since it was signed";
  return " (version " + std::to_string(static_cast<long>(number_at(bundle, "version"))) + ", until " +
         text_at(bundle, "expires") + changed + ")";
}

void print_status(const object& status) {
  std::cout << "interlockd " << text_at(status, "version") << ", " << text_at(status, "state") << ", mediation "
            << text_at(status, "mediation") << ", up " << duration(number_at(status, "uptime_s")) << '\n';
  const auto& policy = object_at(status, "policy");
  const auto rules = static_cast<long>(number_at(policy, "rules"));
  row("policy", text_at(policy, "source") + published_version(object_at(policy, "bundle")) +
                    (rules == 0 ? "" : ", rules of your own: " + std::to_string(rules)));
  for (const auto* name : {"display", "accessibility", "reading", "notifications", "audit"}) part(name, status);
  row("devices", human_line(object_at(status, "human")));
  row("screen", screen_line(object_at(status, "human")));
  if (const auto path = text_at(object_at(status, "audit"), "path"); !path.empty()) row("audit log", path);
  if (const auto* validators = status.if_contains("validators"); validators != nullptr && validators->is_array()) {
    std::string_view heading = "validators";
    for (const auto& item : validators->get_array()) {
      if (!item.is_object()) continue;
      const auto& validator = item.get_object();
      const bool missing = validator.contains("there") && !truth_at(validator, "there");
      row(heading, text_at(validator, "name") + ", " + text_at(validator, "kind") + (missing ? ": NOT THERE" : ""));
      heading = "";
    }
  }
  row("pending", std::to_string(static_cast<long>(number_at(status, "pending"))));
  const auto* sessions = status.if_contains("sessions");
  if (sessions == nullptr || !sessions->is_array() || sessions->get_array().empty()) return row("sessions", "none");
  std::string_view name = "sessions";
  for (const auto& item : sessions->get_array()) {
    if (!item.is_object()) continue;
    const auto& session = item.get_object();
    const auto& peer = object_at(session, "peer");
    row(name, text_at(session, "id") + " " + text_at(session, "name") + ", " + text_at(peer, "program") + " (pid " +
                  std::to_string(static_cast<long>(number_at(peer, "pid"))) + "), " +
                  std::to_string(static_cast<long>(number_at(session, "actions"))) + " actions, " +
                  text_at(session, "mediation") +
                  (text_at(session, "profile").empty() ? "" : ", profile " + text_at(session, "profile")) +
                  (truth_at(session, "halted") ? ", HALTED" : ""));
    name = "";
  }
}

}  // namespace

void add_status(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("status", "what the daemon is doing and what works");
  command->callback([&options] {
    const auto status = ask(options, "status");
    if (!status) return;
    if (options.json || !status->is_object()) {
      std::cout << ipc::json::serialize(*status) << '\n';
    } else {
      print_status(status->get_object());
    }
  });
}

}  // namespace interlock::cli
