#include "cli/watch_lines.h"

#include <ctime>

#include "cli/print.h"

namespace interlock::cli {

std::string clock_now() {
  const auto now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  char text[16];
  std::strftime(text, sizeof text, "%H:%M:%S", &local);
  return text;
}

std::string event_line(std::string_view event, ipc::json::object params, const std::string& clock) {
  params["time"] = clock;
  if (event == "decision") return decision_line(params);
  std::string line = clock + "  ";
  const auto who = padded(text_at(params, "session") + " " + text_at(params, "agent"), 15);
  if (event == "prompt") {
    return line + who + "  ASKS   " + text_at(params, "action") + " on " + text_at(params, "target") +
           "; interlockctl approve " + text_at(params, "id") + " | deny " + text_at(params, "id");
  }
  if (event == "stuck.detected")
    return line + who + "  STUCK  " + text_at(params, "action") + "; " + text_at(params, "reason");
  if (event == "state") return line + padded("interlockd", 15) + "  is " + text_at(params, "state");
  return line + plain(event) + " " + plain(ipc::json::serialize(params));
}

}  // namespace interlock::cli
