// The commands to a running daemon that only report success: approve, deny, pause, resume, halt, reload.
#include <memory>
#include <string>
#include <vector>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/live/open_id.h"
#include "cli/live/questions.h"
#include "values/lifespan.h"

namespace interlock::cli {
namespace {

/// The granted lifespan, for people.
std::string said(const std::string& lifespan) {
  const auto known = lifespan_from_text(lifespan);
  return known && known->lasts() ? " " + lifespan_text(*known) : std::string();
}

constexpr std::size_t id_size = 32;

/// The whole id of an open question; the text itself if there is no such question, which the daemon then reports.
std::string whole_id(Options& options, const std::string& text) {
  if (text.size() >= id_size) return text;
  const auto answer = ask(options, "pending");
  const auto* object = answer ? answer->if_object() : nullptr;
  const auto* list = object == nullptr ? nullptr : object->if_contains("pending");
  if (list == nullptr || !list->is_array()) return text;
  return id_that_begins(list->get_array(), text).value_or(text);
}

}  // namespace

void add_approve(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("approve", "approve an action that waits");
  auto id = std::make_shared<std::string>();
  command->add_option("ID", *id, "as 'interlockctl pending' shows it, or its first 6 characters")->required();
  auto lifespan = std::make_shared<std::string>();
  command->add_option("--for", *lifespan,
                      "how long the same action needs no question: 'session', or a time such as 10m");
  auto key = std::make_shared<std::string>();
  command->add_option("--key", *key, "sign the approval with this SSH key, as an approver of the policy")
      ->type_name("FILE");
  command->callback([&options, id, lifespan, key] {
    if (!key->empty()) return approve_signed(options, *id, *key, *lifespan);
    *id = whole_id(options, *id);
    if (options.exit_code != 0) return;
    ipc::json::object reply = {{"id", *id}, {"approve", true}};
    if (!lifespan->empty()) reply["lifespan"] = *lifespan;
    do_and_say(options, "reply", std::move(reply), "approved " + *id + said(*lifespan));
  });
}

void add_deny(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("deny", "deny an action that waits");
  auto id = std::make_shared<std::string>();
  command->add_option("ID", *id, "as 'interlockctl pending' shows it, or its first 6 characters")->required();
  auto word = std::make_shared<std::vector<std::string>>();
  command->add_option("WORD", *word, "a reason for the agent, marked as yours: 'not this address'");
  command->callback([&options, id, word] {
    *id = whole_id(options, *id);
    if (options.exit_code != 0) return;
    ipc::json::object reply = {{"id", *id}, {"approve", false}};
    std::string text;
    for (const std::string& each : *word) text += (text.empty() ? "" : " ") + each;
    if (!text.empty()) reply["word"] = text;
    do_and_say(options, "reply", std::move(reply), "denied " + *id);
  });
}

void add_pause(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("pause", "stop all agents until 'resume'; nothing is injected meanwhile");
  command->callback(
      [&options] { do_and_say(options, "pause", {}, "paused: agents can do nothing until 'interlockctl resume'"); });
}

void add_resume(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("resume", "let agents continue after 'pause'");
  command->callback([&options] { do_and_say(options, "resume", {}, "running"); });
}

void add_halt(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("halt", "end an agent's session, or all of them");
  auto session = std::make_shared<std::string>();
  command->add_option("SESSION", *session, "as 'interlockctl status' shows it; without one: all sessions");
  command->callback([&options, session] {
    if (session->empty()) return do_and_say(options, "halt", {}, "all sessions halted");
    do_and_say(options, "halt", {{"session", *session}}, "session " + *session + " halted");
  });
}

void add_reload(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("reload", "read the policy again; a bad one is refused and the running one stays");
  command->callback([&options] { do_and_say(options, "reload", {}, "policy reloaded"); });
}

}  // namespace interlock::cli
