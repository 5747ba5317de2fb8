#include "a11y/bus_session.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <utility>

namespace interlock::a11y {
namespace {

using namespace std::chrono_literals;

constexpr auto connect_limit = 3s;
constexpr std::chrono::milliseconds first_back_off = 100ms;
constexpr std::chrono::milliseconds longest_back_off = 5s;
constexpr const char* launcher = "org.a11y.Bus";
constexpr const char* launcher_path = "/org/a11y/bus";

Error unreachable(const std::string& why, const std::string& where) {
  return {.what = "no accessibility bus: " + why,
          .where = where,
          .advice = "install at-spi2-core and start its bus launcher in this session"};
}

/// Asks the session bus for the accessibility bus, and makes every toolkit publish its tree.
Awaitable<tl::expected<std::string, Error>> bus_address(boost::asio::any_io_executor executor, Deadline deadline) {
  const auto address = dbus::session_bus_address();
  if (!address) co_return tl::unexpected(address.error());
  const auto session = co_await dbus::Connection::open(executor, *address, deadline);
  if (!session) co_return tl::unexpected(session.error());
  const auto& bus = **session;
  auto enable = bus.method_call(launcher, launcher_path, "org.freedesktop.DBus.Properties", "Set");
  sd_bus_message_append(enable.get(), "ssv", "org.a11y.Status", "IsEnabled", "b", 1);
  auto replies = co_await (*session)->call_all(
      together(bus.method_call(launcher, launcher_path, launcher, "GetAddress"), std::move(enable)), deadline);
  const auto& got = replies[0];
  if (!got) co_return tl::unexpected(unreachable(got.error().message, *address));
  const auto text = answer::string(got);
  if (!text || text->empty()) co_return tl::unexpected(unreachable("its launcher gave no address", *address));
  co_return *text;
}

}  // namespace

Awaitable<Seen<TopLevel>> find_in_time(std::shared_ptr<BusSession> session, Look& look,
                                       std::vector<Application> applications, Window window, TopLevels::Verify when) {
  std::vector<std::string> slow;
  for (const auto& each : applications) {
    if (each.toolkit.answers_slowly) slow.push_back(each.bus);
  }
  if (slow.empty()) co_return co_await session->top_levels.find(look, std::move(applications), window, when);
  const bool hangs =
      std::any_of(slow.begin(), slow.end(), [&](const std::string& bus) { return session->silent.contains(bus); });
  if (!hangs) look = look.until(std::chrono::steady_clock::now() + slow_time);
  // Always asked: it shows that the application answers.
  auto top = co_await session->top_levels.find(look, std::move(applications), window, TopLevels::Verify::now);
  const bool answers = top || top.error() != Unknown::deadline;
  for (const auto& bus : slow) {
    if (answers) session->silent.erase(bus);
    if (!answers) session->silent.insert(bus);
  }
  co_return top;
}

Awaitable<std::optional<Look>> look_after_waking(std::shared_ptr<BusSession> session, Ref top,
                                                 std::chrono::milliseconds limit) {
  using Clock = std::chrono::steady_clock;
  if (!session->awakenings.may_begin(top, Clock::now())) co_return std::nullopt;
  const Look waking(session->routes, Clock::now() + limit);
  const bool awake = co_await wake(waking, top);
  if (!awake) co_return std::nullopt;
  co_return Look(session->routes, Clock::now() + limit);
}

Link::Link(boost::asio::any_io_executor executor, WindowsOf windows_of,
           std::function<void(const std::optional<Error>&)> notice)
    : executor_(executor), windows_of_(std::move(windows_of)), notice_(std::move(notice)), back_off_(first_back_off) {}

void Link::start() {
  if (connecting_ || (session_ && session_->bus->is_open())) return;
  if (std::chrono::steady_clock::now() < next_try_) return;
  session_.reset();
  connecting_ = true;
  boost::asio::co_spawn(executor_, connect(shared_from_this()), boost::asio::detached);
}

Awaitable<Seen<std::shared_ptr<BusSession>>> Link::session(Deadline deadline) {
  const auto self = shared_from_this();
  start();
  if (connecting_) {
    boost::asio::steady_timer timer(executor_, deadline);
    const auto waiting = waiting_.insert(&timer).first;
    // Cancellation throws: the timer must be out of the set before it is destroyed.
    const std::unique_ptr<Link, std::function<void(Link*)>> leave(this,
                                                                  [&](Link* link) { link->waiting_.erase(waiting); });
    co_await timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
  }
  if (!session_ || !session_->bus->is_open()) co_return tl::unexpected(Unknown::no_accessibility_bus);
  co_return session_;
}

Awaitable<void> Link::connect(std::shared_ptr<Link> self) {
  const auto deadline = std::chrono::steady_clock::now() + connect_limit;
  const auto address = co_await bus_address(self->executor_, deadline);
  if (!address) {
    self->connected(tl::unexpected(address.error()));
    co_return;
  }
  self->connected(co_await dbus::Connection::open(self->executor_, *address, deadline));
}

void Link::connected(tl::expected<std::shared_ptr<dbus::Connection>, Error> bus) {
  connecting_ = false;
  if (bus) {
    session_ = std::make_shared<BusSession>();
    session_->bus = *bus;
    session_->routes = Routes::on(executor_, *bus);
    session_->directory = Directory::on(*bus);
    session_->top_levels = TopLevels(windows_of_);
    session_->focus = FocusTracker::on(executor_, *bus);
    back_off_ = first_back_off;
    (*bus)->on_disconnect([weak = weak_from_this()] {
      if (const auto self = weak.lock()) {
        self->say({.what = "the accessibility bus went away",
                   .where = "",
                   .advice = "elements are unknown until it is back; the next action tries to connect again"});
      }
    });
    if (std::exchange(complained_, false) && notice_) notice_(std::nullopt);
  } else {
    next_try_ = std::chrono::steady_clock::now() + back_off_;
    back_off_ = std::min(back_off_ * 2, longest_back_off);
    if (!complained_) say(bus.error());
  }
  for (auto* timer : waiting_) timer->cancel();
}

void Link::say(const Error& error) {
  complained_ = true;
  if (notice_) notice_(error);
}

}  // namespace interlock::a11y
