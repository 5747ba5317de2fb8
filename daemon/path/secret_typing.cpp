#include "daemon/path/secret_typing.h"

#include <chrono>
#include <optional>

#include "daemon/asking/answer_times.h"
#include "daemon/path/approach.h"
#include "daemon/path/gate_now.h"
#include "daemon/path/target.h"
#include "daemon/process/log.h"
#include "daemon/process/pause.h"
#include "daemon/secrets/typed_secrets.h"
#include "gate/screen/fingerprint.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto fetch_limit = 5s;  ///< for the keyring; a locked one answers at once
constexpr auto type_limit = 2s;   ///< for one piece to reach the display
/// The display checks the window at least this often (platform/injector.h); here the field is checked as often.
constexpr std::size_t piece_characters = 16;
/// How long a code is looked for in what is written: servers take a code for some periods before and after its own.
constexpr auto code_lasts = 10min;

platform::Delivery not_typed(std::string_view code, std::string reason) {
  return {.complete = false, .typed = 0, .refusal = platform::Refusal{code, std::move(reason)}};
}

/// The first characters of UTF-8 text.
std::string_view first_piece(std::string_view text) {
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++end) {
    const bool starts = (static_cast<unsigned char>(text[end]) & 0xC0U) != 0x80U;
    if (starts && count++ == piece_characters) break;
  }
  return text.substr(0, end);
}

/// Why the secret must not go where the focus is now.
std::optional<std::string> moved(const Session& session, const Step& step, const Observed& now) {
  const auto judged = gate::fingerprint(step.action, step.seen.observation);
  const auto present = gate::fingerprint(step.action, now.observation);
  if (judged != present) {
    return "the field is no longer the one that was judged: " +
           gate::difference(judged, step.seen.observation, present, now.observation);
  }
  const Assessment again = assess(session, step, now);
  if (again.decision > step.assessment.decision) return again.reason.text();
  return std::nullopt;
}

/// The keyring's dialog had the focus, which comes back after it.
asio::awaitable<void> field_returns(Shared& shared, Session& session, const Step& step) {
  const auto until = steady_clock::now() + bubble_limit;
  while (steady_clock::now() < until) {
    const Observed now = co_await observe_target(shared, session, step);
    if (!moved(session, step, now)) co_return;
    co_await pause_for(20ms);
  }
}

/// The text of an action, overwritten at the end of its block.
struct Piece {
  Action action;
  explicit Piece(std::string_view text)
      : action{.body = Type{std::string(text)}, .confidence = {}, .intent = {}, .expect = {}, .on = {}} {}
  ~Piece() { platform::wipe(std::get<Type>(action.body).text); }
  Piece(const Piece&) = delete;
  Piece& operator=(const Piece&) = delete;
};

}  // namespace

asio::awaitable<platform::Delivery> type_secret(Shared& shared, Session& session, Step& step,
                                                std::shared_ptr<platform::Injector> hands,
                                                platform::Cancelled cancelled) {
  const std::string& name = std::get<TypeSecret>(step.action.body).name;
  const auto source = shared.secrets.source(name);
  if (!source || !shared.secrets.store)
    co_return not_typed("no_secret", "the policy has no secret '" + name + "' any more");
  const bool is_code = source->is_code;
  const auto value =
      co_await shared.secrets.store->fetch(*source, steady_clock::now() + fetch_limit, shared.settings.prompt_timeout);
  if (!value) {
    log_error(
        {"the secret '" + name + "' was not typed: " + value.error().what, value.error().where, value.error().advice});
    const std::string& advice = value.error().advice;
    co_return not_typed("no_secret", value.error().what + (advice.empty() ? "" : " (" + advice + ")"));
  }
  typed_secrets().remember(value->text.view(),
                           is_code ? std::optional(std::chrono::seconds(code_lasts)) : std::nullopt);
  if (value->asked) {
    const bool free = co_await shared.takeover.wait_after_reply(session, step);
    if (!free) co_return not_typed("cancelled", "");
    cancelled = cancelled_for(shared, session, step);
    co_await field_returns(shared, session, step);
  }
  for (std::string_view rest = value->text.view(); !rest.empty();) {
    const Observed now = co_await observe_target(shared, session, step);
    if (cancelled()) co_return not_typed("cancelled", "it was interrupted");
    if (const auto why = moved(session, step, now)) co_return not_typed("target_changed", *why);
    const Piece piece(first_piece(rest));
    rest.remove_prefix(std::get<Type>(piece.action.body).text.size());
    auto delivery = co_await hands->perform(piece.action, now.view, steady_clock::now() + type_limit, cancelled);
    if (!delivery.complete) co_return not_typed(delivery.refusal->code, delivery.refusal->reason);
  }
  co_return platform::Delivery{.complete = true};
}

}  // namespace interlock::daemon
