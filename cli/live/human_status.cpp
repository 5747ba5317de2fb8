#include "cli/live/human_status.h"

#include "cli/basics/print.h"

namespace interlock::cli {

namespace {

using ipc::json::object;

std::string counted(double count, const std::string& what) {
  const auto number = static_cast<long>(count);
  if (number == 0) return "";
  return std::to_string(number) + " " + what + (number == 1 ? "" : what.ends_with("s") ? "es" : "s");
}

std::string panic_key(const object& human) {
  const auto& key = object_at(human, "panic_key");
  if (text_at(key, "key").empty()) return "no panic key";
  return "panic key " + text_at(key, "key") + (truth_at(key, "ok") ? "" : " (" + text_at(key, "message") + ")");
}

}  // namespace

std::string injected(const object& foreign) {
  std::string all;
  for (const auto& part :
       {counted(number_at(foreign, "keys"), "key press"), counted(number_at(foreign, "buttons"), "button press"),
        counted(number_at(foreign, "motions"), "motion")}) {
    if (!part.empty()) all += (all.empty() ? "" : ", ") + part;
  }
  return all.empty() ? "nothing" : all;
}

std::string human_line(const object& human) {
  const bool watched = truth_at(human, "ok");
  const auto& sent = object_at(human, "sent_events");
  const auto unseen = sent.empty() || truth_at(sent, "ok") ? std::string() : text_at(sent, "message");
  return (watched ? "" : "NOT WORKING: " + text_at(human, "message") + "; ") + panic_key(human) + "; takeover " +
         (truth_at(human, "takeover") ? "on" : "off") +
         "; injected by other programs: " + injected(object_at(human, "foreign_input")) +
         (unseen.empty() ? "" : "; keys and clicks that they send to windows (XSendEvent) are not noticed: " + unseen);
}

std::string screen_line(const object& human) {
  const auto& screen = object_at(human, "screen");
  const std::string now = truth_at(screen, "locked") ? "locked"
                          : truth_at(screen, "away") ? "another user's"
                                                     : "not locked";
  const auto watched = text_at(screen, "watched");
  return watched.empty() ? "nothing reports a lock (no screensaver, no logind): agents continue while it is locked"
                         : now + ", by " + watched;
}

}  // namespace interlock::cli
