/// The notification server of one session-bus connection: its identity, pinned by its unique bus name, and its
/// capabilities.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "platform/dbus/connection.h"
#include "platform/notify/decode.h"
#include "platform/notify/text.h"
#include "values/error.h"

namespace interlock::platform::notify {

class Bubble;

struct Server {
  std::string owner;  ///< unique bus name: nobody can take it over, as the well-known name can be
  std::string name;   ///< the name that it reports, such as "dunst"
  Style style;
  bool actions = false;
  bool lingers = false;  ///< CloseNotification leaves the bubble on the screen, where it blocks later ones
};

/// One connection to the session bus. Used on one loop.
class ServerLink : public std::enable_shared_from_this<ServerLink> {
 public:
  static boost::asio::awaitable<tl::expected<std::shared_ptr<ServerLink>, Error>> open(
      boost::asio::any_io_executor executor);

  /// The current server, started by the bus if possible; each owner is asked for its capabilities once.
  boost::asio::awaitable<tl::expected<Server, Error>> server();

  dbus::Connection& bus() { return *connection_; }
  bool is_open() const { return connection_->is_open(); }

  /// From now on `bubble` is notified when the bus or the owner of the name goes away. False: `server` does not own the
  /// name any more.
  bool watch(const std::shared_ptr<Bubble>& bubble, const Server& server);

 private:
  explicit ServerLink(std::shared_ptr<dbus::Connection> connection) : connection_(std::move(connection)) {}
  boost::asio::awaitable<tl::expected<std::string, Error>> owner();
  void owner_changed(sd_bus_message* signal);
  void fail_all(const Error& why);

  std::shared_ptr<dbus::Connection> connection_;
  dbus::Subscription owner_changes_;
  std::uint64_t changes_ = 0;  ///< how often the name changed hands
  Server server_;
  std::uint64_t described_ = UINT64_MAX;  ///< `changes_` when server_ was described
  std::vector<std::weak_ptr<Bubble>> bubbles_;
};

}  // namespace interlock::platform::notify
