/// One connection to a socket of interlockd, read line by line: messages that arrive twice, unrequested or never are
/// noticed.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace interlock::soak {

namespace json = boost::json;

/// Microseconds since 1970, as the audit log's clock has them.
std::int64_t now_us();
/// The same for "2026-11-20T19:14:55.123456Z"; -1 if it is not a time.
std::int64_t from_rfc3339(std::string_view time);

class Wire {
 public:
  /// Nothing: nothing listens there.
  static std::optional<Wire> connect(const std::string& path);
  Wire(Wire&& other) noexcept;
  Wire& operator=(Wire&& other) noexcept;
  ~Wire();

  /// False: the connection has ended, or accepts no data within a second.
  bool send(std::string_view bytes);
  bool ask(std::int64_t id, std::string_view method, json::object params = {});
  /// The next message; nothing if none came in time or the connection has ended (see is_open()).
  std::optional<json::object> receive(std::chrono::milliseconds limit);
  /// One request and its answer; nothing if none came in time. For connections that send one request at a time.
  std::optional<json::object> call(std::string_view method, json::object params, std::chrono::milliseconds limit);
  bool is_open() const { return open_; }
  int fd() const { return fd_; }
  void close();

 private:
  explicit Wire(int fd) : fd_(fd) {}
  int fd_ = -1;
  bool open_ = true;
  std::string got_;
  std::int64_t last_id_ = 0;
};

}  // namespace interlock::soak
