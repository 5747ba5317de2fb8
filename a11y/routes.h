/// Which route a request takes: over the accessibility bus, or directly to the application by its private socket, with
/// half the hops (docs/decisions/0004-private-sockets.md).
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "a11y/atspi.h"
#include "a11y/tree_reader.h"

namespace interlock::a11y {

class Routes : public std::enable_shared_from_this<Routes> {
 public:
  static std::shared_ptr<Routes> on(boost::asio::any_io_executor executor, std::shared_ptr<dbus::Connection> bus);

  /// Sends all requests at once; answers in order. Requests that a private socket did not answer because it broke are
  /// sent over the bus; a socket that let a deadline pass is not used again for a while.
  boost::asio::awaitable<std::vector<dbus::Reply>> ask(std::vector<Request> requests, Deadline deadline);

  /// Begins to open the private socket of the application `name`, which is process `pid` according to the bus, unless
  /// it is open or failed before; returns at once. Until it has answered a request, everything goes over the bus.
  void shorten(const std::string& name, std::uint32_t pid);
  /// True if requests to `name` go directly.
  bool is_short(const std::string& name) const;

 private:
  static constexpr std::chrono::seconds open_limit{2};
  static constexpr std::chrono::seconds back_off{10};
  static constexpr int most_failures = 3;  ///< after that the bus is used, for as long as the application lives
  static constexpr std::size_t max_applications = 256;
  struct Route {
    std::shared_ptr<dbus::Connection> line;
    bool opening = false;
    int failures = 0;
    Deadline next_try{};
  };
  using Line = std::shared_ptr<dbus::Connection>;

  static boost::asio::awaitable<void> open(std::shared_ptr<Routes> self, std::string name, std::uint32_t pid);
  static boost::asio::awaitable<std::vector<dbus::Reply>> send(Line line, const std::vector<Request>& requests,
                                                               std::vector<std::size_t> which, Deadline deadline);
  const Line& line_to(const std::string& name) const;
  void failed(const std::string& name, int times = 1);

  boost::asio::any_io_executor executor_;
  Line bus_;
  std::map<std::string, Route> routes_;  ///< by bus name
  dbus::Subscription gone_;
};

}  // namespace interlock::a11y
