#include "a11y/routes.h"

#include <algorithm>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <utility>

namespace interlock::a11y {
namespace {

using Kind = dbus::CallError::Kind;

bool any(const std::vector<dbus::Reply>& replies, Kind kind) {
  return std::any_of(replies.begin(), replies.end(),
                     [kind](const dbus::Reply& reply) { return !reply && reply.error().kind == kind; });
}

}  // namespace

std::shared_ptr<Routes> Routes::on(boost::asio::any_io_executor executor, std::shared_ptr<dbus::Connection> bus) {
  auto routes = std::make_shared<Routes>();
  routes->executor_ = std::move(executor);
  routes->gone_ = bus->subscribe(
      "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged',arg2=''",
      [weak = routes->weak_from_this()](sd_bus_message* message) {
        const char* name = nullptr;
        const auto self = weak.lock();
        if (self && sd_bus_message_read(message, "s", &name) > 0) self->routes_.erase(name);
      });
  routes->bus_ = std::move(bus);
  return routes;
}

const Routes::Line& Routes::line_to(const std::string& name) const {
  const auto route = routes_.find(name);
  if (route == routes_.end() || !route->second.line || !route->second.line->is_open()) return bus_;
  return route->second.line;
}

bool Routes::is_short(const std::string& name) const {
  return line_to(name) != bus_;
}

boost::asio::awaitable<std::vector<dbus::Reply>> Routes::send(Line line, const std::vector<Request>& requests,
                                                              std::vector<std::size_t> which, Deadline deadline) {
  std::vector<dbus::Message> messages;
  messages.reserve(which.size());
  for (const auto i : which) messages.push_back(requests[i].message(*line));
  return line->call_all(std::move(messages), deadline);
}

boost::asio::awaitable<std::vector<dbus::Reply>> Routes::ask(std::vector<Request> requests, Deadline deadline) {
  const auto self = shared_from_this();
  // One group for each route; there is nearly always only one.
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const auto& name = requests[i].ref.bus;
    groups[is_short(name) ? name : ""].push_back(i);
  }
  std::vector<dbus::Reply> all(requests.size());
  for (const auto& [name, which] : groups) {
    const auto line = line_to(name);
    auto replies = co_await send(line, requests, which, deadline);
    if (line != bus_ && any(replies, Kind::disconnected)) {
      // Whether the application is gone, the bus knows better than a broken socket.
      failed(name);
      replies = co_await send(bus_, requests, which, deadline);
    } else if (line != bus_ && any(replies, Kind::deadline)) {
      failed(name);
    }
    for (std::size_t i = 0; i < which.size(); ++i) all[which[i]] = std::move(replies[i]);
  }
  co_return all;
}

void Routes::failed(const std::string& name, int times) {
  const auto route = routes_.find(name);
  if (route == routes_.end()) return;
  route->second.line.reset();
  route->second.opening = false;
  route->second.failures += times;
  route->second.next_try = std::chrono::steady_clock::now() + back_off;
}

void Routes::shorten(const std::string& name, std::uint32_t pid) {
  if (const auto known = routes_.find(name); known != routes_.end()) {
    const auto& route = known->second;
    if (route.opening || route.failures >= most_failures || (route.line && route.line->is_open()) ||
        std::chrono::steady_clock::now() < route.next_try) {
      return;
    }
  } else if (routes_.size() >= max_applications) {
    return;
  }
  auto& route = routes_[name];
  route.line.reset();
  route.opening = true;
  boost::asio::co_spawn(executor_, open(shared_from_this(), name, pid), boost::asio::detached);
}

boost::asio::awaitable<void> Routes::open(std::shared_ptr<Routes> self, std::string name, std::uint32_t pid) {
  const auto deadline = std::chrono::steady_clock::now() + open_limit;
  auto where = ask::private_address(name).message(*self->bus_);
  const auto address = answer::string(co_await self->bus_->call(std::move(where), deadline));
  if (!address) {
    // GTK 4 and Qt do not support this request.
    self->failed(name, is_fatal(address.error()) ? 1 : most_failures);
    co_return;
  }
  const auto line = co_await dbus::Connection::open_peer(self->executor_, *address, pid, deadline);
  if (!line) {
    self->failed(name);
    co_return;
  }
  auto probe = ask::role(Ref{name, root_path}).message(**line);
  const auto role = answer::role(co_await (*line)->call(std::move(probe), deadline));
  if (!role) {
    self->failed(name);
    co_return;
  }
  const auto route = self->routes_.find(name);
  if (route == self->routes_.end()) co_return;  // the application left meanwhile
  route->second.line = *line;
  route->second.opening = false;
}

}  // namespace interlock::a11y
