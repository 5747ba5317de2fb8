#include <iostream>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"

namespace interlock::cli {

namespace {

/// What `--for` takes, "session | 10m"; empty if a yes is for once.
std::string lasting(const ipc::json::object& item) {
  std::string spans;
  const auto* offered = item.if_contains("lifespans");
  if (offered == nullptr || !offered->is_array()) return spans;
  for (const auto& each : offered->get_array()) {
    if (!each.is_string() || each.get_string() == "once") continue;
    spans += (spans.empty() ? "" : " | ") + plain(std::string(each.get_string()));
  }
  return spans;
}

void print_pending(const ipc::json::object& item) {
  const auto id = text_at(item, "id");
  const auto label = text_at(item, "label");
  const auto request = text_at(item, "request");
  std::cout << id << "  " << text_at(item, "headline") << "? " << text_at(item, "agent") << " wants"
            << (request.empty() ? ": " + text_at(item, "action") : " to " + request) << '\n';
  const auto row = [](const char* name, const std::string& text) {
    if (!text.empty()) std::cout << "    " << padded(name, 9) << text << '\n';
  };
  if (request.empty()) row("on", text_at(item, "target") + (label.empty() ? "" : " that says " + label));
  row("because", text_at(item, "why"));
  row("undo", text_at(item, "undo"));
  row("shows", text_at(item, "form"));
  row("it says", text_at(item, "intent"));
  row("in", text_at(item, "window"));
  const bool is_signed = item.if_contains("signatures") != nullptr;
  const std::string approve = is_signed ? "interlockctl approve --key FILE " : "interlockctl approve ";
  if (is_signed) row("signed", std::to_string(number_at(item, "signatures")) + " approvers of the policy must sign");
  std::cout << "    no answer within " << duration(number_at(item, "expires_in_ms") / 1000) << " is a no; " << approve
            << id << " | interlockctl deny " << id << '\n';
  if (const auto spans = lasting(item); !spans.empty()) {
    std::cout << "    a yes may last: " << approve << id << " --for " << spans << '\n';
  }
}

}  // namespace

void add_pending(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("pending", "actions that wait for your answer");
  command->callback([&options] {
    const auto answer = ask(options, "pending");
    if (!answer) return;
    if (options.json || !answer->is_object()) {
      std::cout << ipc::json::serialize(*answer) << '\n';
      return;
    }
    const auto* list = answer->get_object().if_contains("pending");
    if (list == nullptr || !list->is_array() || list->get_array().empty()) {
      std::cout << "nothing waits for an answer\n";
      return;
    }
    for (const auto& item : list->get_array()) {
      if (item.is_object()) print_pending(item.get_object());
    }
  });
}

}  // namespace interlock::cli
