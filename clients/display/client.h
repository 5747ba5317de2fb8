/// One X client: bytes in, bytes out. The socket is outside, so that any bytes can be tried.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "clients/display/request.h"
#include "clients/display/setup.h"

namespace interlock::display {

struct ClientRules {
  std::string cookie;   ///< that a client must present
  bool strict = false;  ///< a refused action ends the connection
};

class Client {
 public:
  Client(Display& display, const ClientRules& rules, ClientId id)
      : display_(display), rules_(rules), id_(id), framing_(Order::little) {}

  /// Handles the requests that are complete with these bytes, and appends what is to be sent to `out`. `send` is called
  /// between requests, because one may take long.
  asio::awaitable<void> feed(std::string_view bytes, std::string& out,
                             const std::function<asio::awaitable<void>()>& send);
  /// The connection is to be closed when everything is sent.
  bool ended() const { return ended_; }

 private:
  asio::awaitable<void> set_up(std::string& out);
  asio::awaitable<void> handle(const Request& request, std::string& out);
  asio::awaitable<Answer> answer(const Request& request);
  asio::awaitable<Answer> wait_for_input(const Request& request);
  void write(const Request& request, const Answer& answer, std::string& out);

  Display& display_;
  const ClientRules& rules_;
  const ClientId id_;
  RequestFraming framing_;
  std::string setup_;  ///< bytes of a setup that is not complete
  bool is_set_up_ = false;
  bool ended_ = false;
  Order order_ = Order::little;
  std::uint16_t sequence_ = 0;
  std::uint8_t last_opcode_ = 0;  ///< of the request before
  std::uint8_t last_wait_ = 0;    ///< opcode by which it waited since its last input; 0: it did not
  bool refused_ = false;          ///< an action, and the client has not waited since
};

}  // namespace interlock::display
