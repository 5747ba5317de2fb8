#include "clients/mcp/calls.h"

#include <algorithm>
#include <ctime>

#include "clients/mcp/results.h"
#include "clients/members.h"

namespace interlock::mcp {
namespace {

using namespace std::chrono_literals;

constexpr auto look_limit = 30s;
/// Timeout of a call: a sequence may ask a person at each of its steps.
constexpr auto act_limit = 1h;
/// Most actions end before this.
constexpr auto first_look = 250ms;
constexpr auto between_looks = 500ms;
/// Well below the time after which hosts abandon a silent call.
constexpr auto between_words = 5s;

std::string now_text() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  char text[24];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

std::int64_t count_in(const json::object& object, std::string_view key) {
  const json::value* count = object.if_contains(key);
  return count && count->is_int64() ? count->get_int64() : 0;
}

/// After a broken connection it is unknown whether the action was done.
RpcError in_doubt(RpcError error) {
  if (error.code == ipc::error_code::no_answer) {
    error.message += "; it is unknown whether the action was done: observe before you repeat it";
  }
  return error;
}

}  // namespace

void Calls::start(const std::string& key, std::string name, json::object arguments, ToolCall what,
                  std::optional<json::value> progress, Reply reply) {
  if (what.method == "outcome") return fetch(key, what.params, std::move(progress), std::move(reply));
  if (calls_.size() >= most) {
    return reply(error_result({0, "more than " + std::to_string(most) + " calls at once; wait for their results"}));
  }
  const auto call = std::make_shared<Call>(Call{key, std::move(name), std::move(arguments), std::move(what),
                                                std::move(progress), std::move(reply), Clock::now()});
  calls_.push_back(call);
  if (call->what.method != "act") return look(call);
  actions_.push_back(call);
  begin_next();
}

void Calls::look(const Shared& call) {
  session_.call(call->what.method, call->what.params, look_limit, [this, call](const auto& answer) {
    forget(call);
    if (call->cancelled) return;
    if (!answer) return call->reply(error_result(answer.error()));
    const auto& method = call->what.method;
    call->reply(method == "screenshot"                           ? screenshot_result(*answer)
                : method == "status" || method == "list_secrets" ? status_result(*answer)
                : method == "tools"                              ? tools_result(*answer)
                                                                 : observe_result(*answer));
  });
}

/// The result of an action that was left, or the call that waits for it from now on.
void Calls::fetch(const std::string& key, const json::object& params, std::optional<json::value> progress,
                  Reply reply) {
  const json::string* id = text_at(params, "id");
  if (!id) return reply(error_result({0, "id: expected the id that an earlier result gave, such as \"a1\""}));
  const auto kept = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& each) { return each.id == *id; });
  if (kept != kept_.end()) {
    json::object result = std::move(kept->result);
    kept_.erase(kept);
    return reply(std::move(result));
  }
  const auto found = std::find_if(calls_.begin(), calls_.end(), [&](const Shared& call) { return call->id == *id; });
  if (found == calls_.end()) {
    return reply(error_result({0, "there is no result with the id \"" + std::string(*id) +
                                      "\": it was fetched already, " + "or never existed"}));
  }
  Call& call = **found;
  if (!call.key.empty()) return reply(error_result({0, "another call waits for this result already"}));
  call.key = key;
  call.progress = std::move(progress);
  call.reply = std::move(reply);
  call.received = Clock::now();
}

/// Answers the call before its host abandons it. The action goes on.
void Calls::leave(const Shared& call) {
  if (call->id.empty()) call->id = "a" + std::to_string(++last_id_);
  const bool first = acting_ && actions_.front() == call;
  call->key.clear();
  call->progress.reset();
  std::exchange(call->reply, {})(unfinished_result(call->id, !first      ? Unfinished::queued
                                                             : about_us_ ? Unfinished::asked
                                                                         : Unfinished::begun));
}

void Calls::begin_next() {
  if (acting_ || actions_.empty()) return;
  acting_ = true;
  const Shared call = actions_.front();
  call->begun = Clock::now();
  next_look_ = call->begun + first_look;
  session_.need([this, call](const std::optional<RpcError>& error) {
    if (error) return acted(call, tl::unexpected(*error));
    if (call->cancelled) return acted(call, tl::unexpected(RpcError{0, "cancelled before it was sent"}));
    session_.link().call("act", call->what.params, act_limit,
                         [this, call](const auto& answer) { acted(call, answer); });
  });
}

void Calls::acted(const Shared& call, const tl::expected<json::object, RpcError>& answer) {
  acting_ = false;
  human_ = false;
  if (std::exchange(about_us_, false)) outside_.answered();
  next_look_.reset();
  forget(call);
  json::object result;
  if (answer) {
    log_.add(now_text(), call->name, call->arguments, *answer);
    tell_outcome(*call, *answer);
    result = act_result(*answer);
  } else {
    const RpcError error = in_doubt(answer.error());
    log_.add(now_text(), call->name, call->arguments, error);
    result = error_result(error);
  }
  outside_.log_changed();
  if (call->reply) {
    if (!call->cancelled) call->reply(std::move(result));
  } else {
    kept_.push_back({call->id, std::move(result)});
    if (kept_.size() > most_kept) kept_.pop_front();
  }
  begin_next();
}

void Calls::forget(const Shared& call) {
  std::erase(calls_, call);
  std::erase(actions_, call);
}

void Calls::cancel(const std::string& key) {
  const auto found = std::find_if(calls_.begin(), calls_.end(), [&](const Shared& call) { return call->key == key; });
  if (found == calls_.end()) return;  // it has ended
  const Shared call = *found;
  call->cancelled = true;
  if (call->what.method != "act") return;
  if (acting_ && actions_.front() == call) {
    session_.link().call("session.cancel", {}, look_limit, [](const auto&) {});
  } else {
    forget(call);
  }
}

void Calls::withdraw() {
  if (acting_ && about_us_) session_.link().call("session.cancel", {}, look_limit, [](const auto&) {});
}

bool Calls::is_under_way(const std::string& key) const {
  return std::any_of(calls_.begin(), calls_.end(), [&](const Shared& call) { return call->key == key; });
}

void Calls::tick(Clock::time_point now) {
  for (const Shared& call : std::deque(actions_)) {
    if (call->reply && !call->cancelled && now - call->received >= limit_) leave(call);
  }
  if (!acting_ || asking_ || !next_look_ || now < *next_look_) return;
  asking_ = true;
  const Shared call = actions_.front();
  session_.link().call("status", {}, look_limit, [this, call](const auto& answer) {
    asking_ = false;
    if (!acting_ || actions_.empty() || actions_.front() != call) return;
    next_look_ = Clock::now() + between_looks;
    const bool human = answer && count_in(*answer, "pending") > 0;
    if (human && !call->cancelled) tell_waiting(*call, count_in(*answer, "asked") > 0, Clock::now());
    human_ = human;
  });
}

void Calls::tell_waiting(const Call& call, bool about_us, Clock::time_point now) {
  if (about_us && !std::exchange(about_us_, true)) outside_.asked(call.name);
  if (human_ && now - told_ < between_words) return;
  const auto seconds = std::chrono::duration_cast<std::chrono::milliseconds>(now - call.begun).count() / 1000.0;
  const std::string_view words =
      about_us ? "waiting for the human to answer" : "waiting for the human to answer a question about another agent";
  if (!human_) outside_.log("notice", {{"message", words}, {"tool", call.name}});
  told_ = now;
  if (!call.progress) return;
  outside_.notify("notifications/progress",
                  {{"progressToken", *call.progress}, {"progress", seconds}, {"message", words}});
}

void Calls::tell_outcome(const Call& call, const json::object& reply) {
  const json::string* decision = text_at(reply, "decision");
  const std::string_view word = decision ? std::string_view(*decision) : "";
  const std::string_view level = word == "halt" ? "error" : !truth_in(reply, "executed") ? "warning" : "debug";
  outside_.log(level, {{"message", verdict_line(reply)}, {"tool", call.name}});
}

std::optional<Clock::time_point> Calls::next_tick() const {
  auto next = asking_ ? std::nullopt : next_look_;
  for (const Shared& call : actions_) {
    if (call->reply && !call->cancelled)
      next = std::min(next.value_or(call->received + limit_), call->received + limit_);
  }
  return next;
}

}  // namespace interlock::mcp
