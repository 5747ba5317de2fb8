#include "ipc/served_connection.h"

#include <array>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/write.hpp>
#include <exception>

#include "ipc/encode.h"
#include "ipc/limits.h"

namespace interlock::ipc {
namespace {

namespace asio = boost::asio;

/// Small, so that a client that floods the socket blocks the loop for at most a few milliseconds at a time.
constexpr std::size_t read_bytes = 16 * 1024;

/// A connection's coroutines should not throw; if one does, this connection ends and the daemon continues.
auto ending(std::shared_ptr<ServedConnection> connection) {
  return [connection = std::move(connection)](const std::exception_ptr& thrown) {
    if (thrown) connection->terminate();
  };
}

}  // namespace

ServedConnection::ServedConnection(Socket socket, std::uint64_t number, Peer peer,
                                   std::shared_ptr<const Service> service, std::function<void(std::uint64_t)> gone)
    : socket_(std::move(socket)),
      number_(number),
      peer_(std::move(peer)),
      service_(std::move(service)),
      gone_(std::move(gone)),
      deadline_(socket_.get_executor()) {}

void ServedConnection::start() {
  asio::co_spawn(socket_.get_executor(), read(), ending(shared_from_this()));
}

asio::awaitable<void> ServedConnection::read() {
  const auto self = shared_from_this();
  std::array<char, read_bytes> buffer;
  while (open_ && !closing_) {
    const auto [error, size] = co_await socket_.async_read_some(asio::buffer(buffer), with_error);
    if (!open_ || closing_) co_return;
    if (error == asio::error::eof) break;
    if (error) {
      terminate();
      co_return;
    }
    framing_.feed({buffer.data(), size});
    take_lines();
  }
  if (!open_ || closing_) co_return;

  reading_ = false;
  deadline_.cancel();
  if (framing_.has_partial_line()) {
    send(encode_error(nullptr, {error_code::parse, "the connection ended inside a line; end each with a newline"}));
  }
  close_when_done();
  if (open_ && !closing_) co_await await_hangup();
}

/// The peer sends no more. It may still wait for its answers, or have ended: the prompts of an agent that has ended
/// must be closed, so we must notice its end although there is nothing left to read.
asio::awaitable<void> ServedConnection::await_hangup() {
  co_await socket_.async_wait(Socket::wait_error, with_error);
  terminate();
}

void ServedConnection::take_lines() {
  bool taken = false;
  while (open_ && !closing_) {
    const auto line = framing_.next();
    if (!line) break;
    taken = true;
    take_line(*line);
  }
  if (!open_ || closing_) return;
  if (framing_.too_long()) {
    refuse_and_close({error_code::limit, "a line has more than " + std::to_string(limits::line_bytes) + " bytes"});
    return;
  }
  watch_partial_line(taken);
}

void ServedConnection::take_line(const std::string& line) {
  auto work = service_->decode(line);
  if (!work) {
    if (work.error().id) send(encode_error(*work.error().id, work.error().error));
    return;
  }
  if (in_flight_ >= limits::in_flight) {
    if (work->id) {
      send(encode_error(*work->id, {error_code::limit, std::to_string(limits::in_flight) +
                                                           " requests of this connection are not answered yet; wait "
                                                           "for an answer before the next"}));
    }
    return;
  }
  ++in_flight_;
  asio::co_spawn(socket_.get_executor(), carry_out(std::move(*work)), ending(shared_from_this()));
}

asio::awaitable<void> ServedConnection::carry_out(Work work) {
  const auto self = shared_from_this();
  Answer answer = RpcError{error_code::internal, "internal error: no answer"};
  try {
    answer = co_await work.run(self);
  } catch (const std::exception& exception) {
    answer = RpcError{error_code::internal, std::string("internal error: ") + exception.what()};
  } catch (...) {
    answer = RpcError{error_code::internal, "internal error"};
  }
  --in_flight_;
  if (work.id) {
    if (auto* result = std::get_if<json::value>(&answer)) {
      send(encode_result(*work.id, std::move(*result)));
    } else {
      send(encode_error(*work.id, std::get<RpcError>(answer)));
    }
  }
  close_when_done();
}

void ServedConnection::send_event(std::string_view method, json::value params) {
  if (open_ && !closing_) send(encode_event(method, std::move(params)));
}

void ServedConnection::send(std::string line) {
  if (!open_ || closing_) return;
  const std::size_t waiting = outgoing_.empty() ? 0 : outgoing_bytes_ - outgoing_.front().size() + line.size();
  if (waiting > limits::outgoing_bytes) {
    terminate();  // it does not read, so it would not read the error either
    return;
  }
  outgoing_bytes_ += line.size();
  outgoing_.push_back(std::move(line));
  if (!writing_) {
    writing_ = true;
    asio::co_spawn(socket_.get_executor(), write(), ending(shared_from_this()));
  }
}

asio::awaitable<void> ServedConnection::write() {
  const auto self = shared_from_this();
  while (open_ && !outgoing_.empty()) {
    const auto [error, size] = co_await asio::async_write(socket_, asio::buffer(outgoing_.front()), with_error);
    if (!open_) co_return;
    if (error) {
      terminate();
      co_return;
    }
    outgoing_bytes_ -= size;
    outgoing_.pop_front();
  }
  writing_ = false;
  close_when_done();
}

void ServedConnection::refuse_and_close(RpcError error) {
  send(encode_error(nullptr, error));
  close();
}

void ServedConnection::close() {
  if (!open_ || closing_) return;
  closing_ = true;
  terminate_after(limits::closing);
  close_when_done();
}

/// Ends a connection that has nothing more to do: it is closing or half-closed, and every answer was sent.
void ServedConnection::close_when_done() {
  if (!open_ || writing_) return;
  if (closing_ || (!reading_ && in_flight_ == 0)) terminate();
}

void ServedConnection::watch_partial_line(bool line_was_taken) {
  if (!framing_.has_partial_line()) {
    if (line_deadline_) deadline_.cancel();
    line_deadline_ = false;
    return;
  }
  if (line_deadline_ && !line_was_taken) return;  // still the same line
  line_deadline_ = true;
  deadline_.expires_after(limits::partial_line);
  deadline_.async_wait([weak = weak_from_this()](const boost::system::error_code& cancelled) {
    const auto self = weak.lock();
    if (cancelled || !self || !self->open_ || self->closing_) return;
    self->refuse_and_close({error_code::limit, "a line was not completed within " +
                                                   std::to_string(limits::partial_line.count()) + " seconds"});
  });
}

void ServedConnection::terminate_after(std::chrono::seconds time) {
  deadline_.expires_after(time);
  deadline_.async_wait([weak = weak_from_this()](const boost::system::error_code& cancelled) {
    const auto self = weak.lock();
    if (!cancelled && self) self->terminate();
  });
}

void ServedConnection::terminate() {
  if (!open_) return;
  open_ = false;
  deadline_.cancel();
  boost::system::error_code ignored;
  socket_.close(ignored);
  outgoing_.clear();
  gone_(number_);
  // From the loop, not from here: our caller may be iterating over its list of connections.
  asio::post(socket_.get_executor(), [self = shared_from_this()] {
    if (self->service_->closed) self->service_->closed(self);
  });
}

}  // namespace interlock::ipc
