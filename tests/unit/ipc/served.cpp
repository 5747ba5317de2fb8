#include "tests/unit/ipc/served.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <filesystem>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ipc/tool_schema.h"

namespace interlock::ipc {

namespace asio = boost::asio;

bool eventually(const std::function<bool()>& condition) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return true;
}

Served::Served() : path_(dir_.path() + "/agent.sock") {
  Handler<AgentCall> handler;
  handler.handle = [this](auto connection, auto call) { return handle(std::move(connection), std::move(call)); };
  handler.closed = [this](const std::shared_ptr<Connection>& connection) {
    EXPECT_FALSE(connection->is_open());
    EXPECT_TRUE(closed_numbers.insert(connection->number()).second) << "closed twice";
    ++closed;
  };
  auto server = serve(io_.get_executor(), Listen{.path = path_}, std::move(handler));
  if (!server) throw std::runtime_error(server.error().text());
  server_ = std::move(*server);
  thread_ = std::thread([this] { io_.run(); });
}

Served::~Served() {
  stop();
}

void Served::stop() {
  if (!thread_.joinable()) return;
  release();
  asio::post(io_, [this] {
    latest.reset();
    server_->stop();
  });
  thread_.join();  // the loop ends by itself when no work is left
}

Client Served::connect() const {
  auto client = Client::connect(path_);
  if (!client) throw std::runtime_error(client.error().text());
  return std::move(*client);
}

void Served::release() {
  asio::post(io_, [this] { gate_.cancel(); });
}

void Served::on_loop(const std::function<void()>& work) {
  std::promise<void> done;
  asio::post(io_, [&] {
    work();
    done.set_value();
  });
  done.get_future().wait();
}

std::size_t Served::connections() {
  std::size_t count = 0;
  on_loop([&] { count = server_->connection_count(); });
  return count;
}

asio::awaitable<Answer> Served::handle(std::shared_ptr<Connection> connection, AgentCall call) {
  latest = connection;
  if (const auto* open = std::get_if<SessionOpen>(&call)) {
    ++waiting;
    co_await gate_.async_wait(asio::as_tuple(asio::use_awaitable));
    --waiting;
    ++finished;
    co_return json::object{{"session", open->name}};
  }
  if (std::holds_alternative<TurnEnd>(call)) throw std::runtime_error("the handler is broken");
  if (const auto* wanted = std::get_if<Tools>(&call)) {
    co_return json::object{{"tools", tools(wanted->format, std::nullopt)}, {"long", std::string(1'000'000, 'x')}};
  }
  if (std::holds_alternative<AgentStatus>(call)) co_return json::object{{"state", "running"}};
  co_return json::object{{"ok", true}};
}

std::string RawReader::line() {
  for (;;) {
    if (const auto end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, 30'000) <= 0) return {};
    char bytes[4096];
    const ssize_t size = ::recv(fd_, bytes, sizeof bytes, 0);
    if (size <= 0) return {};
    buffer_.append(bytes, static_cast<std::size_t>(size));
  }
}

bool RawReader::ends() {
  for (;;) {
    pollfd ready{fd_, POLLIN, 0};
    if (::poll(&ready, 1, 30'000) <= 0) return false;
    char bytes[4096];
    if (::recv(fd_, bytes, sizeof bytes, 0) <= 0) return true;
  }
}

bool send_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    pollfd ready{fd, POLLOUT, 0};
    if (::poll(&ready, 1, 30'000) <= 0) return false;
    const ssize_t sent = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EAGAIN) return false;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace interlock::ipc
