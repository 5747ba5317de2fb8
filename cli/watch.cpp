#include <chrono>
#include <ctime>
#include <iostream>

#include "cli/commands.h"
#include "cli/control.h"
#include "cli/print.h"

namespace interlock::cli {

namespace {

using ipc::json::object;

std::string clock_now() {
  const auto now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &local);
  return text;
}

std::string line_of(std::string_view event, object params) {
  params["time"] = clock_now();  // the event's own is in UTC, which the person's clock is not
  if (event == "decision") return decision_line(params);
  std::string line = clock_now() + "  ";
  if (event == "prompt") {
    return line + padded(text_at(params, "session") + " " + text_at(params, "agent"), 15) + "  ASKS   " +
           text_at(params, "action") + " on " + text_at(params, "target") + "; interlockctl approve " +
           text_at(params, "id") + " | deny " + text_at(params, "id");
  }
  if (event == "stuck.detected") {
    return line + padded(text_at(params, "session") + " " + text_at(params, "agent"), 15) + "  STUCK  " +
           text_at(params, "action") + "; " + text_at(params, "reason");
  }
  if (event == "state") return line + padded("interlockd", 15) + "  is " + text_at(params, "state");
  return line + plain(event) + " " + plain(ipc::json::serialize(params));
}

}  // namespace

void add_watch(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("watch", "follow what agents do, one line a decision, until interrupted");
  command->callback([&options] {
    auto client = connect(options);
    if (!client) return;
    if (const auto started = client->call("watch", {}, std::chrono::seconds{20}); !started) {
      return fail(options, started.error().message);
    }
    while (client->is_open()) {
      const auto event = client->next_event(std::chrono::hours{1});
      if (!event) continue;
      if (options.json) {
        std::cout << ipc::json::serialize(*event) << std::endl;
      } else {
        std::cout << line_of(text_at(*event, "method"), object_at(*event, "params")) << std::endl;
      }
      if (!std::cout) return fail(options, "cannot write to the standard output");
    }
    fail(options, "interlockd closed the connection: " + options.socket);
  });
}

}  // namespace interlock::cli
