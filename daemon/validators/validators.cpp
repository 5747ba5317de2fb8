#include "daemon/validators/validators.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <set>

#include "daemon/process/command.h"
#include "daemon/process/log.h"
#include "daemon/secrets/typed_secrets.h"
#include "ipc/judgement_fields.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using ipc::RpcError;

namespace {

/// Findings refer to their rule's name by text that outlives them. There are only as many as names in policies.
std::string_view rule_of(const std::string& name) {
  static std::set<std::string> names;
  return *names.insert("validator." + name).first;
}

std::string failure_of(const CommandEnd& end) {
  switch (end.how) {
    case CommandEnd::How::not_started:
      return "could not be started: " + end.why;
    case CommandEnd::How::too_much:
      return "wrote more than " + std::to_string(Validators::most_output / 1024) + " KiB";
    case CommandEnd::How::timed_out:
    case CommandEnd::How::exited:
      break;
  }
  if (end.code > 128) return "was ended by signal " + std::to_string(end.code - 128);
  return "ended with exit code " + std::to_string(end.code);
}

}  // namespace

/// One question to one validator.
struct Validators::Inquiry {
  Inquiry(const asio::any_io_executor& executor, std::shared_ptr<const policy::Validator> validator_)
      : validator(std::move(validator_)), done(executor) {}

  void settle(ipc::Judgement judgement) {
    said = std::move(judgement);
    done.cancel();
  }
  void fail(std::string why) {
    failure = std::move(why);
    done.cancel();
  }

  /// No objection. Silence and failures are recorded even if the policy ignores them.
  std::optional<Finding> finding() const {
    const auto& settings = validator->settings;
    const auto rule = rule_of(settings.name);
    const std::string who = "the validator '" + settings.name + "' ";
    if (said) {
      if (said->decision == Decision::allow) return std::nullopt;
      const std::string reason = said->reason.empty() ? who + "objects" : said->reason;
      return Finding{rule, "verdict", said->decision, reason, {}, said->hint};
    }
    if (!failure.empty()) return Finding{rule, "failed", settings.on_failure, who + failure, {}};
    const std::string limit = std::to_string(settings.deadline.count()) + " ms";
    return Finding{rule, "timed_out", settings.on_timeout, who + "did not answer within " + limit, {}};
  }

  std::shared_ptr<const policy::Validator> validator;
  std::shared_ptr<ipc::Connection> asked = {};  ///< of a registered validator
  asio::steady_timer done;                      ///< expires at the deadline, and is cancelled by the answer
  std::optional<ipc::Judgement> said = {};
  std::string failure = {};
};

Validators::Validators(asio::any_io_executor executor, std::shared_ptr<const policy::Validators> validators)
    : executor_(std::move(executor)), validators_(std::move(validators)) {}

Validators::~Validators() = default;

void Validators::set(std::shared_ptr<const policy::Validators> validators) {
  validators_ = std::move(validators);
}

Validators::Chosen Validators::concerned(const gate::SafetyGate& judge, const Action& action,
                                         const Observation& observation, Time now) const {
  Chosen chosen;
  for (const auto& one : *validators_) {
    if (judge.judged_by(one.compiled, one.when, action, observation, now).empty()) continue;
    chosen.push_back({validators_, &one});
  }
  return chosen;
}

Validators::Chosen Validators::concerned(const gate::SafetyGate& judge, const ToolCall& call) const {
  Chosen chosen;
  for (const auto& one : *validators_) {
    if (!judge.judged_by(one.compiled, one.when, call).empty()) chosen.push_back({validators_, &one});
  }
  return chosen;
}

asio::awaitable<Validators::Said> Validators::ask(Chosen chosen, json::object record) {
  const std::int64_t number = ++last_ask_;
  std::vector<std::shared_ptr<Inquiry>> inquiries;
  for (auto& validator : chosen) {
    inquiries.push_back(std::make_shared<Inquiry>(executor_, std::move(validator)));
    open_.emplace(number, inquiries.back());
  }
  record["ask"] = number;
  typed_secrets().take_out(record);
  for (const auto& inquiry : inquiries) start(inquiry, record);
  Said all{number, {}};
  for (const auto& inquiry : inquiries) {
    while (!inquiry->said && inquiry->failure.empty()) {
      const auto [stopped] = co_await inquiry->done.async_wait(asio::as_tuple(asio::use_awaitable));
      if (!stopped) break;  // its deadline has passed
    }
    if (auto finding = inquiry->finding()) all.findings.push_back(std::move(*finding));
  }
  open_.erase(number);
  co_return all;
}

void Validators::start(const std::shared_ptr<Inquiry>& inquiry, json::object record) {
  const auto& settings = inquiry->validator->settings;
  record["validator"] = settings.name;
  record["deadline_ms"] = settings.deadline.count();
  inquiry->done.expires_after(settings.deadline);
  if (!settings.command.empty()) {
    if (running_ >= most_running) return inquiry->fail("was not started: too many run at once");
    ++running_;
    asio::co_spawn(executor_, run(inquiry, json::serialize(record) + "\n"), asio::detached);
    return;
  }
  inquiry->asked = registered(settings.name);
  if (!inquiry->asked) return inquiry->fail("is not there: no process has registered itself under this name");
  to_tell_.emplace(record.at("ask").as_int64(), inquiry->asked);
  inquiry->asked->send_event("validate", std::move(record));
}

asio::awaitable<void> Validators::run(std::shared_ptr<Inquiry> inquiry, std::string question) {
  const auto& settings = inquiry->validator->settings;
  CommandEnd end = co_await run_command(settings.command, std::move(question), settings.deadline, most_output);
  --running_;
  if (end.how == CommandEnd::How::timed_out) co_return;
  if (end.how != CommandEnd::How::exited || end.code != 0) {
    inquiry->fail(failure_of(end));
    co_return;
  }
  auto judgement = ipc::parse_judgement(end.output);
  if (judgement) {
    inquiry->settle(std::move(*judgement));
  } else {
    inquiry->fail("gave no verdict: " + judgement.error().message);
  }
}

void Validators::tell_after(std::int64_t ask, json::object what) {
  what["ask"] = ask;
  const auto [first, last] = to_tell_.equal_range(ask);
  for (auto at = first; at != last; ++at) at->second->send_event("validated", what);
  to_tell_.erase(first, last);
}

std::shared_ptr<ipc::Connection> Validators::registered(const std::string& name) const {
  const auto found = registered_.find(name);
  return found == registered_.end() || !found->second->is_open() ? nullptr : found->second;
}

ipc::Answer Validators::enroll(std::shared_ptr<ipc::Connection> connection, const std::string& name) {
  const auto named = [&](const policy::Validator& one) { return one.settings.name == name; };
  const auto wanted = std::find_if(validators_->begin(), validators_->end(), named);
  if (wanted == validators_->end())
    return RpcError{ipc::error_code::invalid_params, "the policy has no validator '" + name + "'"};
  if (!wanted->settings.command.empty())
    return RpcError{ipc::error_code::invalid_params, "the validator '" + name + "' is a command: the daemon starts it"};
  if (registered(name) != nullptr)
    return RpcError{ipc::error_code::not_available, "another connection has registered itself as '" + name + "'"};
  registered_[name] = std::move(connection);
  return json::object{{"registered", name}};
}

ipc::Answer Validators::answer(const ipc::Connection& connection, const ipc::ValidatorAnswer& given) {
  const auto [first, last] = open_.equal_range(given.ask);
  const auto of_this = std::find_if(first, last, [&](const auto& entry) {
    const Inquiry& inquiry = *entry.second;
    return inquiry.asked.get() == &connection && !inquiry.said &&
           inquiry.done.expiry() > std::chrono::steady_clock::now();
  });
  if (of_this == last) {
    return RpcError{ipc::error_code::no_such_pending,
                    "nothing with number " + std::to_string(given.ask) + " waits for an answer (any more)"};
  }
  // A process that is registered under several names answers the same for all of them.
  for (auto at = of_this; at != last; ++at) {
    if (at->second->asked.get() == &connection && !at->second->said) at->second->settle(given.judgement);
  }
  return json::object{{"ok", true}};
}

void Validators::gone(const ipc::Connection& connection) {
  const auto is_it = [&](const auto& entry) { return entry.second.get() == &connection; };
  std::erase_if(registered_, is_it);
  std::erase_if(to_tell_, is_it);
  for (const auto& [number, inquiry] : open_) {
    if (inquiry->asked.get() == &connection && !inquiry->said) inquiry->fail("went away before it answered");
  }
}

json::array Validators::describe() const {
  json::array all;
  for (const auto& one : *validators_) {
    const bool command = !one.settings.command.empty();
    json::object described = {{"name", one.settings.name}, {"kind", command ? "command" : "registered"}};
    if (!command) described["there"] = registered(one.settings.name) != nullptr;
    all.push_back(std::move(described));
  }
  return all;
}

}  // namespace interlock::daemon
