#include <iostream>

#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"

namespace interlock::cli {

namespace {

void print_pending(const ipc::json::object& item) {
  const auto id = text_at(item, "id");
  const auto label = text_at(item, "label");
  std::cout << id << "  " << text_at(item, "headline") << "? " << text_at(item, "agent")
            << " wants: " << text_at(item, "action") << '\n'
            << "    on       " << text_at(item, "target") << (label.empty() ? "" : " that says " + label) << '\n'
            << "    in       " << text_at(item, "window") << '\n'
            << "    because  " << text_at(item, "rule") << ": " << text_at(item, "why") << '\n'
            << "    no answer within " << duration(number_at(item, "expires_in_ms") / 1000)
            << " is a no; interlockctl approve " << id << " | interlockctl deny " << id << '\n';
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
