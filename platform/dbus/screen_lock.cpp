#include "platform/dbus/screen_lock.h"

#include <unistd.h>
#include <array>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "platform/factory.h"

namespace interlock::platform::dbus {

namespace asio = boost::asio;
using namespace std::chrono_literals;

namespace {

constexpr auto answer_limit = 2s;
/// Interval at which a missing bus is looked for again; a missing bus rarely appears.
constexpr auto retry = 60s;

struct Saver {
  const char* name;  ///< of the service and of its interface
  const char* path;
};
constexpr std::array savers{Saver{"org.freedesktop.ScreenSaver", "/org/freedesktop/ScreenSaver"},
                            Saver{"org.gnome.ScreenSaver", "/org/gnome/ScreenSaver"},
                            Saver{"org.xfce.ScreenSaver", "/org/xfce/ScreenSaver"},
                            Saver{"org.mate.ScreenSaver", "/org/mate/ScreenSaver"},
                            Saver{"org.cinnamon.ScreenSaver", "/org/cinnamon/ScreenSaver"}};

constexpr const char* logind = "org.freedesktop.login1";
constexpr const char* session_interface = "org.freedesktop.login1.Session";
constexpr const char* properties = "org.freedesktop.DBus.Properties";

Deadline soon() {
  return std::chrono::steady_clock::now() + answer_limit;
}

std::optional<bool> plain_bool(const Reply& reply) {
  int value = 0;
  if (!reply || sd_bus_message_read(reply->get(), "b", &value) < 0) return std::nullopt;
  return value != 0;
}

std::optional<bool> variant_bool(const Reply& reply) {
  int value = 0;
  if (!reply || sd_bus_message_read(reply->get(), "v", "b", &value) < 0) return std::nullopt;
  return value != 0;
}

std::string path_in(const Reply& reply) {
  const char* path = nullptr;
  if (!reply || sd_bus_message_read(reply->get(), "o", &path) < 0) return {};
  return path;
}

std::string system_bus_address() {
  const char* set = std::getenv("DBUS_SYSTEM_BUS_ADDRESS");
  return set != nullptr && *set != '\0' ? set : "unix:path=/run/dbus/system_bus_socket";
}

Message property(const Connection& bus, const std::string& path, const char* interface, const char* name) {
  Message call = bus.method_call(logind, path, properties, "Get");
  sd_bus_message_append(call.get(), "ss", interface, name);
  return call;
}

/// The session that this process belongs to, or else the graphical session of its user: a user service belongs to no
/// session. Empty: logind knows of none.
asio::awaitable<std::string> find_session(std::shared_ptr<Connection> bus) {
  const char* id = std::getenv("XDG_SESSION_ID");
  if (id != nullptr && *id != '\0') {
    Message call = bus->method_call(logind, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "GetSession");
    sd_bus_message_append(call.get(), "s", id);
    const Reply reply = co_await bus->call(std::move(call), soon());
    if (auto path = path_in(reply); !path.empty()) co_return path;
  }
  Message call = bus->method_call(logind, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "GetUser");
  sd_bus_message_append(call.get(), "u", static_cast<std::uint32_t>(getuid()));
  const Reply user = co_await bus->call(std::move(call), soon());
  const auto user_path = path_in(user);
  if (user_path.empty()) co_return std::string();
  Message display = property(*bus, user_path, "org.freedesktop.login1.User", "Display");
  const Reply reply = co_await bus->call(std::move(display), soon());
  const char *session = nullptr, *path = nullptr;
  if (!reply || sd_bus_message_read(reply->get(), "v", "(so)", &session, &path) < 0 || path == nullptr ||
      std::string_view(path) == "/") {
    co_return std::string();
  }
  co_return std::string(path);
}

}  // namespace

struct DBusScreenLock::Core : std::enable_shared_from_this<Core> {
  explicit Core(asio::any_io_executor loop) : executor(std::move(loop)) {}

  asio::any_io_executor executor;
  std::function<void(const LockState&)> changed;
  std::shared_ptr<Connection> session_bus, system_bus;
  std::vector<Subscription> saver_signals;
  Subscription logind_signals;
  std::set<std::string> tellers;
  std::string session_path;
  std::set<std::string> savers_on;  ///< that said so last: one that ended or hangs while it is on counts as on
  bool asked_lock = false;          ///< logind asked lockers to lock and has not asked them to unlock since
  bool locked_hint = false;         ///< a locker reported the lock to logind
  bool away = false;
  LockState reported;

  void tell() {
    const LockState now{!savers_on.empty() || asked_lock || locked_hint, away};
    if (now == reported) return;
    reported = now;
    if (changed) changed(now);
  }

  void start(asio::awaitable<void> work) { asio::co_spawn(executor, std::move(work), asio::detached); }
};

namespace {

asio::awaitable<void> pause(std::chrono::seconds time) {
  asio::steady_timer timer(co_await asio::this_coro::executor, time);
  co_await timer.async_wait(asio::as_tuple(asio::use_awaitable));
}

}  // namespace

asio::awaitable<void> DBusScreenLock::ask_savers(std::weak_ptr<Core> weak) {
  const auto self = weak.lock();
  if (!self || !self->session_bus) co_return;
  const auto bus = self->session_bus;
  std::vector<Message> calls;
  for (const auto& saver : savers) {
    Message call = bus->method_call(saver.name, saver.path, saver.name, "GetActive");
    sd_bus_message_set_auto_start(call.get(), 0);
    calls.push_back(std::move(call));
  }
  const auto answers = co_await bus->call_all(std::move(calls), soon());
  const bool was_on = !self->savers_on.empty();
  for (std::size_t i = 0; i < answers.size() && i < savers.size(); ++i) {
    const auto active = plain_bool(answers[i]);
    if (!active) continue;
    self->tellers.insert(savers[i].name);
    if (*active) {
      self->savers_on.insert(savers[i].name);
    } else {
      self->savers_on.erase(savers[i].name);
    }
  }
  // Somebody who unlocks in the locker's own dialog also ends the lock that logind asked for.
  if (was_on && self->savers_on.empty()) self->asked_lock = false;
  self->tell();
}

asio::awaitable<void> DBusScreenLock::ask_logind(std::weak_ptr<Core> weak) {
  const auto self = weak.lock();
  if (!self || !self->system_bus) co_return;
  const auto bus = self->system_bus;
  std::vector<Message> calls;
  calls.push_back(property(*bus, self->session_path, session_interface, "Active"));
  calls.push_back(property(*bus, self->session_path, session_interface, "LockedHint"));
  const auto answers = co_await bus->call_all(std::move(calls), soon());
  if (answers.size() != 2) co_return;
  if (const auto active = variant_bool(answers[0])) self->away = !*active;
  if (const auto locked = variant_bool(answers[1])) {
    if (self->locked_hint && !*locked) self->asked_lock = false;
    self->locked_hint = *locked;
  }
  self->tell();
}

asio::awaitable<void> DBusScreenLock::follow_savers(std::weak_ptr<Core> weak) {
  const auto address = session_bus_address();
  if (!address) co_return;
  const auto executor = co_await asio::this_coro::executor;
  while (!weak.expired()) {
    const auto opened = co_await Connection::open(executor, *address, soon());
    if (const auto self = weak.lock(); self && opened) {
      self->session_bus = *opened;
      const auto look = [weak](sd_bus_message*) {
        if (const auto core = weak.lock()) core->start(ask_savers(weak));
      };
      self->saver_signals.clear();
      self->saver_signals.push_back(self->session_bus->subscribe("type='signal',member='ActiveChanged'", look));
      for (const auto& saver : savers) {  // one that starts again does not say that it is off
        self->saver_signals.push_back(self->session_bus->subscribe(
            "type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='" + std::string(saver.name) +
                "'",
            look));
      }
      self->session_bus->on_disconnect([weak] {
        if (const auto core = weak.lock()) core->start(follow_savers(weak));
      });
      co_await ask_savers(weak);
      co_return;
    }
    co_await pause(retry);
  }
}

asio::awaitable<void> DBusScreenLock::follow_logind(std::weak_ptr<Core> weak) {
  const auto executor = co_await asio::this_coro::executor;
  while (!weak.expired()) {
    const auto opened = co_await Connection::open(executor, system_bus_address(), soon());
    std::string path;
    if (opened) path = co_await find_session(*opened);
    if (const auto self = weak.lock(); self && !path.empty()) {
      self->system_bus = *opened;
      self->session_path = path;
      self->tellers.insert("logind");
      const auto look = [weak](sd_bus_message* signal) {
        const auto core = weak.lock();
        if (!core) return;
        if (sd_bus_message_is_signal(signal, session_interface, "Lock") > 0) core->asked_lock = true;
        if (sd_bus_message_is_signal(signal, session_interface, "Unlock") > 0) core->asked_lock = false;
        core->tell();
        core->start(ask_logind(weak));
      };
      self->logind_signals =
          self->system_bus->subscribe("type='signal',sender='org.freedesktop.login1',path='" + path + "'", look);
      self->system_bus->on_disconnect([weak] {
        if (const auto core = weak.lock()) core->start(follow_logind(weak));
      });
      co_await ask_logind(weak);
      co_return;
    }
    co_await pause(retry);
  }
}

DBusScreenLock::DBusScreenLock(asio::any_io_executor executor) : core_(std::make_shared<Core>(std::move(executor))) {}

DBusScreenLock::~DBusScreenLock() = default;

void DBusScreenLock::watch(std::function<void(const LockState&)> changed) {
  core_->changed = std::move(changed);
  core_->start(follow_savers(core_));
  core_->start(follow_logind(core_));
}

std::string DBusScreenLock::watched() const {
  std::string all;
  for (const auto& teller : core_->tellers) all += (all.empty() ? "" : ", ") + teller;
  return all;
}

}  // namespace interlock::platform::dbus

namespace interlock::platform {

std::shared_ptr<ScreenLock> screen_lock(boost::asio::any_io_executor executor) {
  return std::make_shared<dbus::DBusScreenLock>(std::move(executor));
}

}  // namespace interlock::platform
