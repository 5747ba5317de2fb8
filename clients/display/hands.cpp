#include "clients/display/hands.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

#include "clients/members.h"
#include "clients/verdict.h"
#include "ipc/encode.h"

namespace interlock::display {

/// The right to give input; passes to the next one who waits when it is destroyed.
class Hands::Turn {
 public:
  explicit Turn(Hands& hands) : hands_(&hands) { hands.under_way_ = hands.gestures_.aimed(); }
  Turn(Turn&& other) noexcept : hands_(std::exchange(other.hands_, nullptr)) {}
  Turn& operator=(Turn&&) = delete;
  ~Turn() {
    if (hands_ == nullptr) return;
    hands_->under_way_.reset();
    hands_->rearm();
    if (hands_->queue_.empty()) {
      hands_->taken_ = false;
      return;
    }
    hands_->queue_.front()->cancel();
    hands_->queue_.pop_front();
  }

 private:
  Hands* hands_;
};

Hands::Hands(asio::any_io_executor executor, Agent& agent, std::function<void(const std::string&)> report,
             std::function<void()> acted)
    : executor_(std::move(executor)),
      agent_(agent),
      report_(std::move(report)),
      acted_(std::move(acted)),
      timer_(executor_) {}

asio::awaitable<Hands::Turn> Hands::turn() {
  if (std::exchange(taken_, true)) {
    const auto mine = std::make_shared<asio::steady_timer>(executor_, asio::steady_timer::time_point::max());
    queue_.push_back(mine);
    boost::system::error_code cancelled;
    co_await mine->async_wait(asio::redirect_error(asio::use_awaitable, cancelled));
  }
  co_return Turn(*this);
}

void Hands::rearm() {
  const auto when = gestures_.deadline();
  if (!when) {
    timer_.cancel();
    return;
  }
  timer_.expires_at(*when);
  timer_.async_wait([this](const boost::system::error_code& cancelled) {
    if (!cancelled) asio::co_spawn(executor_, expire(), asio::detached);
  });
}

asio::awaitable<void> Hands::expire() {
  const Turn mine = co_await turn();
  const ClientId client = last_;
  if (const auto refusal = co_await perform(gestures_.expire(Clock::now()))) late_.emplace(client, *refusal);
}

asio::awaitable<Refusal> Hands::perform(Gestures::Actions actions) {
  for (const Action& action : actions) {
    const auto begun = Clock::now();
    json::object params;
    params["action"] = ipc::to_json(action);
    const auto reply = co_await agent_.call("act", std::move(params));
    acted_();
    gestures_.postpone(Clock::now() - begun);
    Refusal refusal = reply ? why_not_done(*reply) : std::optional(reply.error().message);
    if (!refusal) continue;
    gestures_.refused(action);
    report_(*refusal);
    co_return refusal;
  }
  co_return std::nullopt;
}

asio::awaitable<Point> Hands::pointer() {
  if (const auto to = aimed()) co_return *to;
  const auto desktop = co_await agent_.call("desktop", {});
  const auto at = desktop ? object_in(*desktop, "pointer") : json::object();
  co_return Point{static_cast<int>(number_in(at, "x")), static_cast<int>(number_in(at, "y"))};
}

asio::awaitable<Refusal> Hands::motion(ClientId client, Point to) {
  const Turn mine = co_await turn();
  last_ = client;
  co_return co_await perform(gestures_.motion({std::max(to.x, 0), std::max(to.y, 0)}, Clock::now()));
}

asio::awaitable<Refusal> Hands::motion_by(ClientId client, Point by) {
  const Turn mine = co_await turn();
  last_ = client;
  const Point from = co_await pointer();
  const Point to{std::max(from.x + by.x, 0), std::max(from.y + by.y, 0)};
  co_return co_await perform(gestures_.motion(to, Clock::now()));
}

asio::awaitable<Refusal> Hands::button(ClientId client, unsigned number, bool down) {
  const Turn mine = co_await turn();
  last_ = client;
  const Point at = co_await pointer();
  co_return co_await perform(gestures_.button(number, down, at, Clock::now()));
}

asio::awaitable<Refusal> Hands::key(ClientId client, std::uint8_t code, KeySymbols symbols, bool down, HeldWith with) {
  const Turn mine = co_await turn();
  last_ = client;
  co_return co_await perform(gestures_.key(code, symbols, down, Clock::now(), with));
}

asio::awaitable<Refusal> Hands::perform_waiting(ClientId client, Gestures::Actions actions) {
  const ClientId whose = last_;
  auto refusal = co_await perform(std::move(actions));
  if (!refusal || whose == client) co_return refusal;
  late_.emplace(whose, *refusal);
  co_return std::nullopt;
}

asio::awaitable<Refusal> Hands::settle(ClientId client) {
  const Turn mine = co_await turn();
  co_return co_await perform_waiting(client, gestures_.settle());
}

asio::awaitable<Refusal> Hands::finish(ClientId client, bool text) {
  const Turn mine = co_await turn();
  co_return co_await perform_waiting(client, gestures_.finish(text));
}

asio::awaitable<Refusal> Hands::act(ClientId client, Action action) {
  const Turn mine = co_await turn();
  auto actions = gestures_.settle();
  actions.push_back(std::move(action));
  last_ = client;
  co_return co_await perform(std::move(actions));
}

Refusal Hands::late_refusal(ClientId client) {
  const auto found = late_.extract(client);
  if (found.empty()) return std::nullopt;
  return found.mapped();
}

}  // namespace interlock::display
