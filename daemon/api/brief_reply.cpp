#include "daemon/api/brief_reply.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string_view>

namespace interlock::daemon {

namespace json = boost::json;

namespace {

bool is(const json::object& object, std::string_view key, const json::value& value) {
  const auto* found = object.if_contains(key);
  return found != nullptr && *found == value;
}

void erase(json::object& object, std::initializer_list<std::string_view> keys) {
  for (const auto key : keys) object.erase(key);
}

/// Keeps these keys, and of them those that say something.
void keep(json::object& object, std::string_view key, std::initializer_list<std::string_view> kept) {
  auto* value = object.if_contains(key);
  auto* inner = value != nullptr ? value->if_object() : nullptr;
  if (inner == nullptr || inner->contains("unknown")) return;
  json::object rest;
  for (const auto name : kept) {
    const auto* each = inner->if_contains(name);
    if (each != nullptr && !each->is_null() && *each != "") rest[name] = *each;
  }
  *inner = std::move(rest);
}

/// Without an objection, a question, or a part that is missing.
bool simply_done(const json::object& reply) {
  return is(reply, "decision", "allow") && is(reply, "executed", true) && !reply.contains("outcome");
}

bool is_done(const json::value& field) {
  return is(field.as_object(), "done", true) && !field.as_object().contains("problem");
}

void shorten_news(json::object& after) {
  erase(after, {"marker", "ms"});
  if (is(after, "quiet", true)) after.erase("quiet");
  if (is(after, "listing", "changes")) after.erase("listing");
  if (after.contains("redacted") && is(after.at("redacted").as_object(), "count", 0)) after.erase("redacted");
}

void shorten_lists(json::object& reply) {
  const auto* rules = reply.if_contains("triggered_rules");
  const bool only_this = rules != nullptr && std::all_of(rules->as_array().begin(), rules->as_array().end(),
                                                         [&](const auto& rule) { return is(reply, "rule", rule); });
  if (only_this) reply.erase("triggered_rules");
  const auto* hints = reply.if_contains("hints");
  if (hints == nullptr) return;
  const auto& all = hints->as_array();
  const bool repeated =
      std::any_of(all.begin(), all.end(), [&](const auto& hint) { return is(reply, "reason", hint); });
  if (repeated) reply.erase("reason");
  if (all.empty()) reply.erase("hints");
}

}  // namespace

void shorten_act(json::object& reply) {
  if (auto* steps = reply.if_contains("steps")) {
    for (auto& step : steps->as_array()) shorten_act(step.as_object());
  }
  reply.erase("ms");
  shorten_lists(reply);
  if (is(reply, "executed", true)) {
    // What is there afterwards says more.
    if (reply.contains("after")) erase(reply, {"window", "element", "read", "document"});
    erase(reply, {"typed"});
    if (is(reply, "outcome", "approved")) reply.erase("outcome_reason");
  }
  if (simply_done(reply)) erase(reply, {"id", "rule", "code", "reason", "confidence"});
  keep(reply, "window", {"id", "title", "app"});
  keep(reply, "element", {"role", "name", "description", "labelled_by", "text", "value"});
  if (auto* after = reply.if_contains("after")) {
    shorten_news(after->as_object());
    if (auto* fields = reply.if_contains("fields")) {
      auto& all = fields->as_array();
      all.erase(std::remove_if(all.begin(), all.end(), is_done), all.end());
    }
  }
  if (is(reply, "fields", json::array())) reply.erase("fields");
}

void shorten_look(json::object& reply) {
  erase(reply, {"marker", "ms", "format"});
  if (is(reply.at("redacted").as_object(), "count", 0)) reply.erase("redacted");
}

}  // namespace interlock::daemon
