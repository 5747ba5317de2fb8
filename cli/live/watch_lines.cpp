#include "cli/live/watch_lines.h"

#include <ctime>

#include "cli/basics/print.h"
#include "cli/live/human_status.h"

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
    const auto label = text_at(params, "label");
    const auto request = text_at(params, "request");
    const auto what = request.empty() ? text_at(params, "action") + " on " + text_at(params, "target") +
                                            (label.empty() ? "" : " that says " + label)
                                      : request;
    return line + who + "  ASKS   " + text_at(params, "headline") + "? " + what + "; interlockctl approve " +
           text_at(params, "id") + " | deny " + text_at(params, "id");
  }
  if (event == "stuck.detected")
    return line + who + "  STUCK  " + text_at(params, "action") + "; " + text_at(params, "reason");
  if (event == "state") {
    const auto why = text_at(params, "reason");
    return line + padded("interlockd", 15) + "  is " + text_at(params, "state") + (why.empty() ? "" : "; " + why);
  }
  if (event == "human.takeover") {
    return line + padded("a person", 15) +
           (truth_at(params, "active") ? "  has the mouse and keyboard; agents wait"
                                       : "  has stopped; agents continue");
  }
  if (event == "foreign.input") {
    return line + padded("another program", 15) + "  INPUT  " + injected(params) + ", past interlock";
  }
  return line + plain(event) + " " + plain(ipc::json::serialize(params));
}

}  // namespace interlock::cli
