#include "clients/mcp/daemon_link.h"

#include <algorithm>
#include <array>
#include <cerrno>

#include <sys/socket.h>

#include "clients/mcp/message.h"
#include "clients/members.h"

namespace interlock::mcp {

using ipc::error_code::no_answer;

tl::expected<void, Error> DaemonLink::connect() {
  if (client_) return {};
  auto client = ipc::Client::connect(path_);
  if (!client) return tl::unexpected(client.error());
  client_ = std::move(*client);
  return {};
}

void DaemonLink::close() {
  client_.reset();
  framing_ = ipc::Framing(ipc::limits::reply_bytes);
  outgoing_.clear();
  auto lost = std::exchange(waiting_, {});  // their callbacks may call again
  for (auto& [id, waiting] : lost) {
    waiting.answer(tl::unexpected(ipc::RpcError{no_answer, "interlockd closed the connection"}));
  }
}

void DaemonLink::call(std::string_view method, json::object params, std::chrono::milliseconds patience, Answer answer) {
  if (!client_) return answer(tl::unexpected(ipc::RpcError{no_answer, "there is no connection to interlockd"}));
  const std::int64_t id = ++last_id_;
  json::object request = {{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", std::move(params)}};
  outgoing_ += json::serialize(request) + "\n";
  waiting_.emplace(id, Waiting{Clock::now() + patience, std::move(answer)});
  can_write();
}

void DaemonLink::can_write() {
  while (client_ && !outgoing_.empty()) {
    const ssize_t sent = ::send(descriptor(), outgoing_.data(), outgoing_.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) {
      outgoing_.erase(0, static_cast<std::size_t>(sent));
    } else if (errno != EINTR) {
      // A broken connection is noticed by reading, after the daemon's last messages.
      if (errno != EAGAIN) outgoing_.clear();
      return;
    }
  }
}

void DaemonLink::can_read() {
  std::array<char, 64 * 1024> buffer;
  while (client_) {
    const ssize_t size = ::recv(descriptor(), buffer.data(), buffer.size(), MSG_DONTWAIT);
    if (size < 0 && errno == EINTR) continue;
    if (size < 0 && errno == EAGAIN) return;
    if (size > 0) framing_.feed({buffer.data(), static_cast<std::size_t>(size)});
    while (const auto line = client_ ? framing_.next() : std::nullopt) take(*line);
    if (!client_) return;
    if (size <= 0 || framing_.too_long()) return close();
  }
}

void DaemonLink::take(const std::string& line) {
  // Without the limits for requests: the schema of a sequence's steps is nested deeper.
  json::parse_options options;
  options.max_depth = 64;
  boost::system::error_code wrong;
  const json::value message = json::parse(line, wrong, {}, options);
  if (wrong) return close();  // callers must not wait for a discarded answer
  const json::object* object = message.if_object();
  const json::value* id = object ? object->if_contains("id") : nullptr;
  if (!id || !id->is_int64()) return;
  auto waiting = waiting_.extract(id->get_int64());
  if (waiting.empty()) return;  // timed out
  if (const json::object* result = object_at(*object, "result")) return waiting.mapped().answer(*result);
  ipc::RpcError error{no_answer, "interlockd answered with neither a result nor an error"};
  if (const json::object* said = object_at(*object, "error")) {
    const json::value* code = said->if_contains("code");
    const json::string* text = text_at(*said, "message");
    error = {code && code->is_int64() ? static_cast<int>(code->get_int64()) : no_answer,
             text ? std::string(*text) : "error"};
  }
  waiting.mapped().answer(tl::unexpected(std::move(error)));
}

void DaemonLink::expire(Clock::time_point now) {
  for (;;) {
    const auto late =
        std::find_if(waiting_.begin(), waiting_.end(), [&](const auto& entry) { return entry.second.until <= now; });
    if (late == waiting_.end()) return;
    const Answer answer = std::move(waiting_.extract(late).mapped().answer);
    answer(tl::unexpected(ipc::RpcError{no_answer, "interlockd did not answer in time"}));
  }
}

std::optional<Clock::time_point> DaemonLink::next_deadline() const {
  std::optional<Clock::time_point> next;
  for (const auto& [id, waiting] : waiting_) next = std::min(next.value_or(waiting.until), waiting.until);
  return next;
}

}  // namespace interlock::mcp
