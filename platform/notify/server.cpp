#include "platform/notify/server.h"

#include <algorithm>
#include <array>

#include "platform/notify/bubble.h"

namespace interlock::platform::notify {
namespace {

using namespace std::chrono_literals;

constexpr auto connect_limit = 2s;
constexpr auto answer_limit = 2s;
constexpr auto start_limit = 5s;

constexpr const char* driver = "org.freedesktop.DBus";
constexpr const char* driver_path = "/org/freedesktop/DBus";

/// Servers that advertise "actions" and show no buttons for them.
constexpr std::array without_buttons = {"dunst", "mako", "fnott"};

dbus::Deadline in(std::chrono::steady_clock::duration time) {
  return std::chrono::steady_clock::now() + time;
}

Error no_server(const std::string& why) {
  return {"no notification server", std::string(bus_name) + " on the session bus: " + why,
          "start one (dunst, xfce4-notifyd, ...), or answer with `interlockctl approve ID`"};
}

dbus::Message driver_call(dbus::Connection& bus, const char* member) {
  auto message = bus.method_call(driver, driver_path, driver, member);
  if (message) sd_bus_message_append(message.get(), "s", bus_name);
  return message;
}

}  // namespace

boost::asio::awaitable<tl::expected<std::shared_ptr<ServerLink>, Error>> ServerLink::open(
    boost::asio::any_io_executor executor) {
  auto address = dbus::session_bus_address();
  if (!address) co_return tl::unexpected(address.error());
  auto connection = co_await dbus::Connection::open(executor, *address, in(connect_limit));
  if (!connection) co_return tl::unexpected(connection.error());
  std::shared_ptr<ServerLink> session(new ServerLink(std::move(*connection)));
  const std::weak_ptr<ServerLink> weak = session;
  session->owner_changes_ = session->connection_->subscribe(std::string("type='signal',sender='") + driver +
                                                                "',path='" + driver_path + "',interface='" + driver +
                                                                "',member='NameOwnerChanged',arg0='" + bus_name + "'",
                                                            [weak](sd_bus_message* signal) {
                                                              if (const auto self = weak.lock())
                                                                self->owner_changed(signal);
                                                            });
  session->connection_->on_disconnect([weak] {
    if (const auto self = weak.lock()) {
      self->fail_all({"the session bus went away while a prompt was open", "", "the prompt counts as not answered"});
    }
  });
  co_return session;
}

void ServerLink::owner_changed(sd_bus_message* signal) {
  // Only the bus itself sends this signal, and it fills in the sender.
  const char* sender = sd_bus_message_get_sender(signal);
  if (sender == nullptr || std::string_view(sender) != driver) return;
  ++changes_;
  fail_all({"the notification server went away or was replaced while a prompt was open", bus_name,
            "the prompt counts as not answered; ask again, or answer with `interlockctl approve ID`"});
}

void ServerLink::fail_all(const Error& why) {
  for (const auto& weak : std::exchange(bubbles_, {})) {
    if (const auto bubble = weak.lock()) bubble->finish(tl::unexpected(why));
  }
}

bool ServerLink::watch(const std::shared_ptr<Bubble>& bubble, const Server& server) {
  if (!is_open() || described_ != changes_ || server.owner != server_.owner) return false;
  std::erase_if(bubbles_, [](const auto& old) { return old.expired(); });
  bubbles_.push_back(bubble);
  return true;
}

boost::asio::awaitable<tl::expected<std::string, Error>> ServerLink::owner() {
  auto reply = co_await bus().call(driver_call(bus(), "GetNameOwner"), in(answer_limit));
  if (!reply && reply.error().kind == dbus::CallError::Kind::refused) {
    auto start = driver_call(bus(), "StartServiceByName");
    if (start) sd_bus_message_append(start.get(), "u", 0);
    const auto started = co_await bus().call(std::move(start), in(start_limit));
    if (!started) co_return tl::unexpected(no_server(started.error().message));
    reply = co_await bus().call(driver_call(bus(), "GetNameOwner"), in(answer_limit));
  }
  if (!reply) co_return tl::unexpected(no_server(reply.error().message));
  co_return decode::string(reply->get());
}

boost::asio::awaitable<tl::expected<Server, Error>> ServerLink::server() {
  // The name may change its owner between a question and its answer; an answer counts only if it did not.
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (described_ == changes_) co_return server_;
    auto name = co_await owner();
    if (!name) co_return tl::unexpected(name.error());
    const auto asked_at = changes_;
    std::vector<dbus::Message> questions;
    questions.push_back(driver_call(bus(), "GetNameOwner"));
    questions.push_back(bus().method_call(*name, object_path, interface_name, "GetCapabilities"));
    questions.push_back(bus().method_call(*name, object_path, interface_name, "GetServerInformation"));
    const auto answers = co_await bus().call_all(std::move(questions), in(answer_limit));
    for (const auto& answer : answers) {
      if (!answer && answer.error().kind != dbus::CallError::Kind::refused) {
        co_return tl::unexpected(no_server("it owns the name and does not answer: " + answer.error().message));
      }
    }
    if (asked_at != changes_ || !answers[0] || decode::string(answers[0]->get()) != *name) continue;
    const auto abilities = answers[1] ? decode::strings(answers[1]->get()) : std::vector<std::string>{};
    const auto can = [&](std::string_view what) { return std::ranges::find(abilities, what) != abilities.end(); };
    server_ = {*name, answers[2] ? decode::string(answers[2]->get()) : "", {}, can("actions"), false};
    server_.style.markup = can("body-markup");
    server_.style.buttons =
        server_.actions && std::ranges::find(without_buttons, server_.name) == without_buttons.end();
    // notification-daemon, as measured with 3.20. MATE's fork of it has the same name and tolerates the same treatment.
    server_.lingers = server_.name == "Notification Daemon";
    described_ = changes_;
    co_return server_;
  }
  co_return tl::unexpected(no_server("its owner keeps changing"));
}

}  // namespace interlock::platform::notify
