#include "daemon/asking/reply_rules.h"

namespace interlock::daemon {

bool too_quick(std::chrono::steady_clock::time_point shown, std::chrono::steady_clock::time_point came) {
  return came - shown < reading_time;
}

std::string objection(policy::Replies replies, const ScreenReply& reply) {
  if (too_quick(reply.shown, reply.came)) return "That was too quick to be meant";
  if (replies == policy::Replies::any_input) return {};
  const bool pressed = reply.pressed && *reply.pressed >= reply.shown && reply.came - *reply.pressed <= press_to_reply;
  return pressed ? std::string() : "A program pressed Approve, nobody at a mouse or keyboard";
}

std::string no_reply_counts(policy::Replies replies, const std::string& devices_trouble) {
  if (replies == policy::Replies::signed_only) return "the policy takes a signed yes alone";
  if (replies == policy::Replies::interlockctl) return "the policy takes a yes from interlockctl alone";
  if (replies == policy::Replies::any_input || devices_trouble.empty()) return {};
  return "a person's click cannot be told from a program's: " + devices_trouble;
}

}  // namespace interlock::daemon
