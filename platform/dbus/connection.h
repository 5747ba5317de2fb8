/// A D-Bus connection (sd-bus) that lives on an Asio loop: calls are awaited, have deadlines, and never block.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <systemd/sd-bus.h>
#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::platform::dbus {

using Deadline = std::chrono::steady_clock::time_point;

/// An owned sd_bus_message.
class Message {
 public:
  Message() = default;
  explicit Message(sd_bus_message* message) : message_(message) {}  ///< takes ownership of the reference
  sd_bus_message* get() const { return message_.get(); }
  explicit operator bool() const { return message_ != nullptr; }

 private:
  struct Unref {
    void operator()(sd_bus_message* message) const { sd_bus_message_unref(message); }
  };
  std::unique_ptr<sd_bus_message, Unref> message_;
};

/// Why a call failed.
struct CallError {
  enum class Kind { deadline, disconnected, refused };  ///< refused: the peer answered with a D-Bus error
  Kind kind = Kind::refused;
  std::string name;  ///< D-Bus error name: "org.freedesktop.DBus.Error.UnknownMethod"
  std::string message;
};
using Reply = tl::expected<Message, CallError>;

/// Keeps a signal subscription; ends it when destroyed.
using Subscription = std::shared_ptr<void>;

/// Belongs to one loop: use it only from the thread (or strand) of its executor.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  struct Impl;

  /// Connects and authenticates without blocking. `address`: a D-Bus address; see session_bus_address().
  static boost::asio::awaitable<tl::expected<std::shared_ptr<Connection>, Error>> open(
      boost::asio::any_io_executor executor, std::string address, Deadline deadline);
  /// The same without a bus: directly to the program `pid`, which named `address` as a socket of its own. Accepts only
  /// "unix:path=" of a socket that belongs to our user and that this process listens on (SO_PEERCRED, checked before
  /// anything is sent). Method calls only: there are no bus names and no subscriptions.
  static boost::asio::awaitable<tl::expected<std::shared_ptr<Connection>, Error>> open_peer(
      boost::asio::any_io_executor executor, std::string address, std::uint32_t pid, Deadline deadline);
  ~Connection();

  bool is_open() const;
  const std::string& unique_name() const;  ///< empty without a bus

  /// A method call to fill with sd_bus_message_append; a null message if the names are malformed.
  Message method_call(const std::string& destination, const std::string& path, const char* interface,
                      const char* member) const;
  /// Sends one call and waits for its answer. Cancellable: a cancelled call ends as if its deadline had passed. If the
  /// connection is lost or destroyed during the call, it ends with `disconnected`.
  boost::asio::awaitable<Reply> call(Message message, Deadline deadline);
  /// Sends all calls at once (one round trip for all of them) and waits for all answers, in order.
  boost::asio::awaitable<std::vector<Reply>> call_all(std::vector<Message> messages, Deadline deadline);

  /// Sends a call and does not wait for its answer; can be used in a destructor.
  void send(Message message);

  /// Subscribes to the signals that match a D-Bus match rule until the subscription is dropped; the handler runs on the
  /// loop. The match is installed asynchronously, before any call made later on this connection. Null if the rule is
  /// malformed or the connection is closed; if the bus refuses a rule, the connection is closed.
  Subscription subscribe(const std::string& match, std::function<void(sd_bus_message*)> handler);
  /// Called once when the bus goes away (not when the last reference to this object is dropped). All handlers that were
  /// set are called.
  void on_disconnect(std::function<void()> handler);

 private:
  explicit Connection(std::shared_ptr<Impl> impl);
  std::shared_ptr<Impl> impl_;
};

/// A socket connected to the process `pid` at `address`, or the reason why there is none; see Connection::open_peer.
/// Never blocks.
tl::expected<int, Error> peer_socket(const std::string& address, std::uint32_t pid);
/// What a program has answered to the handshake so far.
enum class Greeting { incomplete, complete, wrong };
Greeting greeting(std::string_view answer);

/// $DBUS_SESSION_BUS_ADDRESS, else unix:path=$XDG_RUNTIME_DIR/bus; an error that says what to do if neither exists.
tl::expected<std::string, Error> session_bus_address();

}  // namespace interlock::platform::dbus
