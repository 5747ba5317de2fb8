#include "platform/desk/link.h"

#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <deque>
#include <utility>

#include "desks/wire/encode.h"
#include "desks/wire/lines.h"
#include "platform/desk/desk_peer.h"
#include "values/visit.h"

namespace interlock::platform::desk_line {

namespace asio = boost::asio;
using namespace std::chrono_literals;
using boost::system::error_code;

namespace {

constexpr auto hello_limit = 5s;                      ///< from connecting to the hello
constexpr auto accept_retry = 100ms;                  ///< after a failed accept
constexpr std::size_t most_queued = 8 * 1024 * 1024;  ///< bytes that a desk has not read yet

std::uint64_t wire_time(Deadline deadline) {
  const auto since_boot = std::chrono::duration_cast<std::chrono::microseconds>(deadline.time_since_epoch()).count();
  return static_cast<std::uint64_t>(std::max<std::int64_t>(1, since_boot));
}

const std::string advice =
    "start the desktop's part of interlock (docs/desk-protocol.md): it connects by itself, and again after a restart";

}  // namespace

struct Link::Connection {
  explicit Connection(Socket connected)
      : socket(std::move(connected)), hello_time(socket.get_executor(), hello_limit) {}
  Socket socket;
  asio::steady_timer hello_time;
  wire::Lines lines;
  std::array<char, 65536> buffer{};
  std::deque<std::string> outgoing;
  std::size_t queued = 0;
  std::optional<wire::Hello> hello;
};

struct Link::Waiting {
  explicit Waiting(const asio::any_io_executor& executor, Deadline deadline) : timer(executor, deadline) {}
  asio::steady_timer timer;
  std::optional<Reply> outcome;
};

Unknown unknown_from(const Miss& miss) {
  switch (miss.why) {
    case Miss::Why::no_desk:
    case Miss::Why::another:
    case Miss::Why::lost:
      return Unknown::no_display;
    case Miss::Why::deadline:
      return Unknown::deadline;
    case Miss::Why::malformed:
      return Unknown::malformed;
    case Miss::Why::failed:
      break;
  }
  return miss.failure.code == wire::code::timeout ? Unknown::deadline : Unknown::unsupported;
}

tl::expected<std::shared_ptr<Link>, Error> Link::open(asio::any_io_executor executor, Meeting meeting) {
  std::shared_ptr<Link> link(new Link(std::move(executor), std::move(meeting)));
  if (auto listening = link->listen(); !listening) return tl::make_unexpected(listening.error());
  link->accept();
  return link;
}

Link::Link(asio::any_io_executor executor, Meeting meeting)
    : executor_(executor), meeting_(std::move(meeting)), acceptor_(executor), accept_pause_(executor) {}

Link::~Link() {
  error_code ignored;
  if (acceptor_.is_open()) ::unlink(meeting_.socket.c_str());
  acceptor_.close(ignored);
  if (current_) current_->socket.close(ignored);
}

std::string Link::folder() const {
  return meeting_.socket.substr(0, meeting_.socket.rfind('/'));
}

tl::expected<void, Error> Link::listen() {
  const auto failed = [this](const std::string& what, const std::string& why) {
    return tl::make_unexpected(Error{what + " (" + why + ")", meeting_.socket, "the folder must be writable by you"});
  };
  ::mkdir(folder().c_str(), 0700);
  error_code error;
  const asio::local::stream_protocol::endpoint place(meeting_.socket);
  Socket probe(executor_);
  probe.connect(place, error);
  if (!error) {
    return tl::make_unexpected(
        Error{"another interlockd waits for the desk here", meeting_.socket, "stop it, or use another --socket-dir"});
  }
  ::unlink(meeting_.socket.c_str());  // of one that was killed
  acceptor_.open(place.protocol(), error);
  if (!error) acceptor_.bind(place, error);
  if (!error && ::chmod(meeting_.socket.c_str(), 0600) != 0)
    error = error_code(errno, boost::system::system_category());
  if (!error) acceptor_.listen(4, error);
  if (error) return failed("cannot make the desk's socket", error.message());
  return {};
}

void Link::accept() {
  acceptor_.async_accept([weak = weak_from_this()](error_code error, Socket socket) {
    const auto self = weak.lock();
    if (!self || error == asio::error::operation_aborted) return;
    if (!error) {
      self->accepted(std::move(socket));
      return self->accept();
    }
    self->accept_pause_.expires_after(accept_retry);
    self->accept_pause_.async_wait([weak](error_code stopped) {
      const auto again = weak.lock();
      if (again && !stopped) again->accept();
    });
  });
}

void Link::accepted(Socket socket) {
  auto refusal = refuse_peer(socket.native_handle(), meeting_.programs);
  if (!refusal && current_) {
    refusal = wire::Failure{std::string(wire::code::busy), "another desk is connected"};
  } else if (refusal && !current_) {
    last_trouble_ = "a program was refused: " + refusal->message;
  }
  if (refusal) {
    error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(asio::buffer(wire::encode_failure(std::nullopt, *refusal)), ignored);
    return;
  }
  current_ = std::make_shared<Connection>(std::move(socket));
  current_->hello_time.async_wait([weak = weak_from_this(), connection = current_](error_code stopped) {
    const auto self = weak.lock();
    if (self && !stopped && self->current_ == connection && !connection->hello) self->lose("it did not say hello");
  });
  read(current_);
}

void Link::read(std::shared_ptr<Connection> connection) {
  auto& from = *connection;
  from.socket.async_read_some(asio::buffer(from.buffer), [weak = weak_from_this(), connection = std::move(connection)](
                                                             error_code error, std::size_t bytes) {
    const auto self = weak.lock();
    if (!self || self->current_ != connection) return;
    if (error) return self->lose("the connection ended");
    self->take(connection, bytes);
  });
}

void Link::take(const std::shared_ptr<Connection>& connection, std::size_t bytes) {
  connection->lines.feed({connection->buffer.data(), bytes});
  while (current_ == connection) {
    const auto line = connection->lines.next();
    if (!line) break;
    take_line(*line);
  }
  if (current_ != connection) return;
  if (connection->lines.too_long()) return lose("it sent a line that is too long");
  read(connection);
}

void Link::take_line(const std::string& line) {
  if (!current_->hello) return take_hello(line);
  auto message = wire::decode_from_desk(line);
  if (!message) return lose("it violated the protocol: " + message.error());
  if (auto* reply = std::get_if<wire::Reply>(&*message)) return take_reply(std::move(*reply));
  const auto& event = std::get<wire::Event>(*message);
  if (const auto* lost = std::get_if<wire::AdvisoryEvent>(&event)) {
    advisory_ = lost->message.empty() ? "the desk no longer promises it" : lost->message;
  }
  for (std::size_t i = 0; i < event_handlers_.size(); ++i) event_handlers_[i](event);
}

void Link::take_hello(const std::string& line) {
  auto hello = wire::decode_hello(line);
  if (!hello) {
    write(wire::encode_failure(std::nullopt, hello.error()));
    return lose("its hello was refused: " + hello.error().message);
  }
  current_->hello = std::move(*hello);
  current_->hello_time.cancel();
  last_trouble_.clear();
  advisory_.clear();
  ++line_;
  write(wire::encode(wire::Welcome{"interlockd", meeting_.version}));
  const auto connection = current_;
  for (std::size_t i = 0; i < line_handlers_.size() && current_ == connection; ++i) line_handlers_[i](true);
}

void Link::take_reply(wire::Reply reply) {
  if (reply.id >= next_id_) return lose("it answered a request that was never made");
  const auto found = waiting_.find(reply.id);
  if (found == waiting_.end()) return;  // it came too late
  auto& waiting = *found->second;
  if (auto* failure = std::get_if<wire::Failure>(&reply.content)) {
    waiting.outcome = tl::make_unexpected(Miss{Miss::Why::failed, std::move(*failure)});
  } else {
    waiting.outcome = std::move(std::get<boost::json::object>(reply.content));
  }
  waiting.timer.cancel();
  waiting_.erase(found);
}

void Link::lose(const std::string& why) {
  if (!current_) return;
  const auto connection = std::exchange(current_, nullptr);
  const std::string name = connection->hello ? connection->hello->name : std::string("a program");
  last_trouble_ = name + " was lost: " + why;
  error_code ignored;
  connection->hello_time.cancel();
  connection->socket.shutdown(Socket::shutdown_both, ignored);
  connection->socket.close(ignored);
  for (auto& [id, waiting] : std::exchange(waiting_, {})) {
    waiting->outcome = tl::make_unexpected(Miss{Miss::Why::lost, {}});
    waiting->timer.cancel();
  }
  if (!connection->hello) return;
  for (std::size_t i = 0; i < line_handlers_.size(); ++i) line_handlers_[i](false);
}

void Link::write(std::string line) {
  const auto connection = current_;
  connection->queued += line.size();
  if (connection->queued > most_queued) return lose("it does not read its requests");
  connection->outgoing.push_back(std::move(line));
  if (connection->outgoing.size() > 1) return;
  // Most lines fit into the socket's buffer at once. The refusal of a hello must be sent before the line is ended.
  error_code error;
  connection->socket.non_blocking(true, error);
  auto& first = connection->outgoing.front();
  const auto sent = connection->socket.write_some(asio::buffer(first), error);
  if (!error && sent == first.size()) {
    connection->queued -= first.size();
    connection->outgoing.pop_front();
    return;
  }
  first.erase(0, error ? 0 : sent);
  write_more(connection);
}

void Link::write_more(std::shared_ptr<Connection> connection) {
  auto& to = *connection;
  asio::async_write(to.socket, asio::buffer(to.outgoing.front()),
                    [weak = weak_from_this(), connection = std::move(connection)](error_code error, std::size_t) {
                      const auto self = weak.lock();
                      if (!self || self->current_ != connection) return;
                      if (error) return self->lose("the connection ended");
                      connection->outgoing.pop_front();
                      if (connection->outgoing.empty()) connection->queued = 0;
                      if (!connection->outgoing.empty()) self->write_more(connection);
                    });
}

asio::awaitable<Link::Reply> Link::request(wire::Call call, Deadline deadline) {
  if (desk() == nullptr) co_return tl::make_unexpected(Miss{Miss::Why::no_desk, {}});
  if (deadline <= std::chrono::steady_clock::now()) co_return tl::make_unexpected(Miss{Miss::Why::deadline, {}});
  const auto id = next_id_++;
  const auto waiting = std::make_shared<Waiting>(executor_, deadline);
  waiting_[id] = waiting;
  write(wire::encode(wire::Request{id, std::move(call), wire_time(deadline)}));
  while (!waiting->outcome && std::chrono::steady_clock::now() < deadline) {
    // Cancellation does not end the wait: what was sent may have been done.
    co_await waiting->timer.async_wait(
        asio::bind_cancellation_slot(asio::cancellation_slot(), asio::as_tuple(asio::use_awaitable)));
  }
  waiting_.erase(id);
  if (waiting->outcome) co_return std::move(*waiting->outcome);
  co_return tl::make_unexpected(Miss{Miss::Why::deadline, {}});
}

const wire::Hello* Link::desk() const {
  return current_ && current_->hello ? &*current_->hello : nullptr;
}

std::optional<Error> Link::trouble() const {
  if (desk() != nullptr) return std::nullopt;
  return Error{last_trouble_.empty() ? "no desktop has connected yet" : "no desktop is connected; " + last_trouble_,
               meeting_.socket, advice};
}

std::string Link::advisory() const {
  const auto* hello = desk();
  if (hello == nullptr) return "no desktop is connected";
  if (!advisory_.empty()) return advisory_;
  if (!hello->has(wire::feature::atomic)) return hello->name + " checks and delivers in two steps";
  if (hello->self_test != "passed") {
    return "the self-test of " + hello->name + " failed: " + (hello->self_test.empty() ? "not run" : hello->self_test);
  }
  return {};
}

}  // namespace interlock::platform::desk_line
