#include "a11y/focus_tracker.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <string_view>

namespace interlock::a11y {

std::shared_ptr<FocusTracker> FocusTracker::on(boost::asio::any_io_executor executor,
                                               const std::shared_ptr<dbus::Connection>& bus) {
  auto tracker = std::make_shared<FocusTracker>();
  const std::weak_ptr<FocusTracker> weak = tracker;
  tracker->events_ =
      bus->subscribe("type='signal',interface='org.a11y.atspi.Event.Object',member='StateChanged',arg0='focused'",
                     [weak](sd_bus_message* message) {
                       if (const auto self = weak.lock()) self->heard(message);
                     });
  tracker->gone_ = bus->subscribe(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''",
      [weak](sd_bus_message* message) {
        const char* name = nullptr;
        const auto self = weak.lock();
        if (self && sd_bus_message_read(message, "s", &name) > 0) self->last_.erase(name);
      });
  // Toolkits send no events until a client registers for them. No answer is needed: without events the focus is
  // searched for.
  boost::asio::co_spawn(
      executor,
      [bus]() -> Awaitable<void> {
        auto call = ask::register_event("object:state-changed:focused").message(*bus);
        co_await bus->call(std::move(call), std::chrono::steady_clock::now() + std::chrono::seconds{5});
      },
      boost::asio::detached);
  return tracker;
}

void FocusTracker::heard(sd_bus_message* message) {
  const char* sender = sd_bus_message_get_sender(message);
  const char* path = sd_bus_message_get_path(message);
  const char* what = nullptr;
  int gained = 0;
  if (!sender || !path || sd_bus_message_read(message, "si", &what, &gained) <= 0) return;
  if (std::string_view(what) != "focused" || gained == 0) return;
  if (last_.size() >= max_applications && !last_.contains(sender)) return;
  last_[sender] = path;
}

std::optional<Ref> FocusTracker::last(const std::string& bus) const {
  const auto found = last_.find(bus);
  if (found == last_.end()) return std::nullopt;
  return Ref{bus, found->second};
}

}  // namespace interlock::a11y
