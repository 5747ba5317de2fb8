/// One accepted connection: reads lines, starts each request on its own, writes answers as they arrive.
/// Everything runs on one thread, the socket's executor.
#pragma once

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <deque>
#include <functional>

#include <tl/expected.hpp>

#include "ipc/framing.h"
#include "ipc/server.h"

namespace interlock::ipc {

/// Completion token to co_await an operation that may fail: its error code is the first element of the result.
inline constexpr auto with_error = boost::asio::as_tuple(boost::asio::use_awaitable);

/// A decoded request and how to carry it out.
struct Work {
  RequestId id;
  std::function<boost::asio::awaitable<Answer>(std::shared_ptr<Connection>)> run;
};

/// What a served socket does, independent of its methods.
struct Service {
  std::function<tl::expected<Work, BadRequest>(std::string_view line)> decode;
  std::function<void(const std::shared_ptr<Connection>&)> closed;
};

class ServedConnection final : public Connection, public std::enable_shared_from_this<ServedConnection> {
 public:
  using Socket = boost::asio::local::stream_protocol::socket;

  /// `gone` is called once, when the connection is closed; Service::closed is called after it, from the loop.
  ServedConnection(Socket socket, std::uint64_t number, Peer peer, std::shared_ptr<const Service> service,
                   std::function<void(std::uint64_t)> gone);

  void start();
  /// Closes at once; what is queued is lost.
  void terminate();

  std::uint64_t number() const override { return number_; }
  const Peer& peer() const override { return peer_; }
  bool is_open() const override { return open_; }
  void send_event(std::string_view method, json::value params) override;
  void close() override;

 private:
  boost::asio::awaitable<void> read();
  boost::asio::awaitable<void> write();
  boost::asio::awaitable<void> carry_out(Work work);
  boost::asio::awaitable<void> await_hangup();

  void take_lines();
  void take_line(const std::string& line);
  void send(std::string line);
  void refuse_and_close(RpcError error);
  void watch_partial_line(bool line_was_taken);
  void terminate_after(std::chrono::seconds time);
  void close_when_done();

  Socket socket_;
  const std::uint64_t number_;
  const Peer peer_;
  const std::shared_ptr<const Service> service_;
  std::function<void(std::uint64_t)> gone_;

  Framing framing_;
  boost::asio::steady_timer deadline_;  ///< of an incomplete line, or of closing
  bool line_deadline_ = false;
  std::size_t in_flight_ = 0;
  std::deque<std::string> outgoing_;
  std::size_t outgoing_bytes_ = 0;
  bool writing_ = false;
  bool open_ = true;
  bool reading_ = true;   ///< until the peer shuts down its side
  bool closing_ = false;  ///< no new lines in either direction; queued lines are sent
};

}  // namespace interlock::ipc
