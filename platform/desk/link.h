/// The line to a desk: the socket that a desk connects to, who may, requests with deadlines, and events. One desk at a
/// time; when it is lost, the next one is waited for. On the daemon's loop. docs/desk-protocol.md
#pragma once

#include <array>
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json.hpp>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "desks/wire/decode.h"
#include "desks/wire/messages.h"
#include "platform/window_system.h"
#include "values/error.h"
#include "values/unknown.h"

namespace interlock::platform::desk_line {

namespace wire = interlock::desk;

/// Where desks are waited for, and which.
struct Meeting {
  std::string socket;                 ///< of the folder that also holds the files of pictures
  std::vector<std::string> programs;  ///< paths of executables that may be a desk
  std::string version;                ///< of interlockd, for the desk
};

/// Why a request has no result.
struct Miss {
  enum class Why {
    no_desk,   ///< nothing was sent
    another,   ///< nothing was sent: a desk has connected since, and another one's windows have other numbers
    deadline,  ///< nothing is known of what became of it
    lost,      ///< likewise: the line was lost while it waited
    failed,    ///< the desk says why
    malformed,
  };
  Why why = Why::no_desk;
  wire::Failure failure = {};
};
/// For a look whose request had no result.
Unknown unknown_from(const Miss& miss);

class Link : public std::enable_shared_from_this<Link> {
 public:
  /// Errors: the socket cannot be made, or another interlockd has it.
  static tl::expected<std::shared_ptr<Link>, Error> open(boost::asio::any_io_executor executor, Meeting meeting);
  ~Link();
  Link(const Link&) = delete;
  Link& operator=(const Link&) = delete;

  /// `line`: of which connection the call is, as `line()` said; nothing: of any.
  template <class Call>
  boost::asio::awaitable<tl::expected<typename Call::Result, Miss>> ask(
      Call call, Deadline deadline, std::optional<std::uint64_t> line = std::nullopt) {
    const auto self = shared_from_this();
    if (desk() != nullptr && line.value_or(line_) != line_) co_return tl::make_unexpected(Miss{Miss::Why::another, {}});
    wire::Call any(std::move(call));
    auto reply = co_await request(std::move(any), deadline);
    if (!reply) co_return tl::make_unexpected(std::move(reply.error()));
    auto result = wire::decode_result<typename Call::Result>(*reply);
    if (result) co_return std::move(*result);
    lose("it violated the protocol: " + result.error());
    co_return tl::make_unexpected(Miss{Miss::Why::malformed, {}});
  }

  /// The desk that is connected and welcome; null: none.
  const wire::Hello* desk() const;
  /// How many desks have been welcome so far: each connection has a number of its own.
  std::uint64_t line() const { return line_; }
  bool has(std::string_view feature) const { return desk() != nullptr && desk()->has(feature); }
  /// Why there is no desk now; nothing: there is one.
  std::optional<Error> trouble() const;
  /// Why check and delivery are not one step; empty: they are.
  std::string advisory() const;

  /// Called when a desk connected (true) or was lost (false), and for each event. They stay as long as the link does,
  /// so they must hold what they use weakly.
  void on_line(std::function<void(bool)> handler) { line_handlers_.push_back(std::move(handler)); }
  void on_event(std::function<void(const wire::Event&)> handler) { event_handlers_.push_back(std::move(handler)); }

  /// Ends the line to this desk; another one, or the same again, may connect.
  void lose(const std::string& why);

  boost::asio::any_io_executor executor() const { return executor_; }
  /// The folder of the socket, in which files for pictures are made.
  std::string folder() const;

 private:
  using Socket = boost::asio::local::stream_protocol::socket;
  struct Connection;
  struct Waiting;
  using Reply = tl::expected<boost::json::object, Miss>;

  Link(boost::asio::any_io_executor executor, Meeting meeting);
  tl::expected<void, Error> listen();
  void accept();
  void accepted(Socket socket);
  void read(std::shared_ptr<Connection> connection);
  void take(const std::shared_ptr<Connection>& connection, std::size_t bytes);
  void take_line(const std::string& line);
  void take_hello(const std::string& line);
  void take_reply(wire::Reply reply);
  void write(std::string line);
  void write_more(std::shared_ptr<Connection> connection);
  boost::asio::awaitable<Reply> request(wire::Call call, Deadline deadline);

  boost::asio::any_io_executor executor_;
  Meeting meeting_;
  boost::asio::local::stream_protocol::acceptor acceptor_;
  boost::asio::steady_timer accept_pause_;
  std::shared_ptr<Connection> current_;
  std::map<std::uint64_t, std::shared_ptr<Waiting>> waiting_;
  std::uint64_t next_id_ = 1;
  std::uint64_t line_ = 0;
  std::string last_trouble_;  ///< how the last desk was lost, or why one was refused
  std::string advisory_;      ///< what the desk said since it connected
  std::vector<std::function<void(bool)>> line_handlers_;
  std::vector<std::function<void(const wire::Event&)>> event_handlers_;
};

}  // namespace interlock::platform::desk_line
