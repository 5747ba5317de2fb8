#include "doctor/tries.h"

#include <csignal>

#include "ipc/client.h"

namespace interlock::doctor {

namespace json = boost::json;

const std::vector<Try>& tries() {
  static const std::vector<Try> all = {
      {"x_socket", "connect to the X server without a cookie", try_x_socket},
      {"x_abstract", "the same by its abstract socket", try_x_abstract},
      {"xtest", "click and type by XTEST", try_xtest},
      {"uinput", "make an input device of its own", try_uinput},
      {"a11y_event", "click and type by the accessibility bus", try_generated_event},
      {"a11y_action", "press an application's buttons by the accessibility bus", try_element_action},
      {"session_bus", "use the session bus: replace the text of a prompt, drive applications", try_session_bus},
      {"forged_reply", "send a forged answer to a prompt", try_forged_reply},
      {"control_socket", "approve its own actions", try_control_socket},
      {"questions_socket", "read questions to people and deny them", try_questions_socket},
      {"console_socket", "sign in to the console, to look and to deny", try_console_socket},
      {"signal", "stop interlockd", try_signal},
      {"ptrace", "change interlockd while it runs", try_ptrace},
      {"policy", "write the policy", try_policy_write},
      {"audit", "write the audit log", try_audit_write},
      {"other_sockets", "connect to a socket of the desktop under another name", try_other_sockets},
      {"network", "use a browser's debugging port, VNC or X over the network", try_network},
      {"console_port", "read from the console's page without a session", try_console_port},
  };
  return all;
}

std::vector<Result> try_all(const Ways& ways) {
  std::signal(SIGPIPE, SIG_IGN);
  std::vector<Result> results;
  for (const auto& one : tries()) results.push_back({one.id, one.does, one.run(ways)});
  return results;
}

std::string mediation_here() {
  auto agent = ipc::Client::connect(ipc::agent_socket());
  if (!agent) return {};
  const auto status = agent->call("status", {}, std::chrono::seconds{5});
  const auto* object = status ? status->if_object() : nullptr;
  const auto* mediation = object != nullptr ? object->if_contains("mediation") : nullptr;
  return mediation != nullptr && mediation->is_string() ? std::string(mediation->get_string()) : std::string();
}

const char* reach_name(Reach reach) {
  constexpr const char* names[] = {"closed", "open", "untried"};
  return names[static_cast<std::size_t>(reach)];
}

json::array to_json(const std::vector<Result>& results) {
  json::array list;
  for (const auto& result : results) {
    list.push_back({{"id", result.id},
                    {"does", result.does},
                    {"reach", reach_name(result.tried.reach)},
                    {"seen", result.tried.seen}});
  }
  return list;
}

tl::expected<std::vector<Result>, std::string> results_from_json(const json::value& value) try {
  std::vector<Result> results;
  for (const auto& item : value.as_array()) {
    const auto& object = item.as_object();
    const auto text = [&](const char* key) { return json::value_to<std::string>(object.at(key)); };
    const std::string reach = text("reach");
    const Reach how = reach == "open" ? Reach::open : reach == "closed" ? Reach::closed : Reach::untried;
    results.push_back({text("id"), text("does"), {how, text("seen")}});
  }
  if (results.size() != tries().size()) return tl::unexpected(std::string("not all ways were tried"));
  return results;
} catch (const std::exception& error) {
  return tl::unexpected(std::string("no results: ") + error.what());
}

}  // namespace interlock::doctor
