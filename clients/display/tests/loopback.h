/// A client of the display without sockets, and an agent socket that answers at once: for tests and the fuzzer.
#pragma once

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "clients/display/client.h"
#include "ipc/x_cookie.h"

namespace interlock::display::test {

/// A desktop of 640x480 with the root window 1 and the window 7, and a person who refuses everything if `refuses`.
class FakeAgent : public Agent {
 public:
  bool refuses = false;
  bool is_slow = false;            ///< an action is answered never
  std::vector<std::string> acted;  ///< the actions, as JSON
  int asked_for_desktop = 0;

  asio::awaitable<AgentReply> call(std::string_view method, json::object params) override {
    AgentReply reply = answer(method, params);
    if (is_slow && method == "act") {
      asio::steady_timer never(co_await asio::this_coro::executor, asio::steady_timer::time_point::max());
      co_await never.async_wait(asio::use_awaitable);
    }
    co_return reply;
  }

 private:
  AgentReply answer(std::string_view method, const json::object& params) {
    if (method == "act") {
      acted.push_back(json::serialize(params.at("action")));
      if (!refuses) return json::object{{"executed", true}, {"decision", "allow"}};
      return json::object{{"executed", false}, {"decision", "block"}, {"reason", "no"}, {"rule", "test"}};
    }
    if (method == "desktop") {
      ++asked_for_desktop;
      return desktop();
    }
    if (method == "windows") return windows();
    return tl::unexpected(ipc::RpcError{ipc::error_code::limit, "there are no pictures here"});
  }
  static json::object desktop() {
    return json::parse(R"({"width":640,"height":480,"root":1,"pointer":{"x":10,"y":20,"window":7,"frame":7},
        "active":7,"focus":{"window":7,"exact":7},"desktop":0,"desktops":1,"supported":["_NET_ACTIVE_WINDOW"]})")
        .get_object();
  }
  static json::object windows() {
    return json::parse(R"({"windows":[
        {"id":1,"parent":null,"title":"","rect":{"x":0,"y":0,"width":640,"height":480},"offset":{"x":0,"y":0},
         "visible":true,"desktop":null},
        {"id":7,"parent":1,"title":"Notes","class_name":"notes","class":"Notes","pid":42,
         "rect":{"x":100,"y":50,"width":200,"height":100},"offset":{"x":100,"y":50},"visible":true,"desktop":0}]})")
        .get_object();
  }
};

class Loopback {
 public:
  explicit Loopback(bool strict = false)
      : rules_{std::string(16, 'c'), strict},
        display_(loop_.get_executor(), agent, [this](const std::string& reason) { reported.push_back(reason); }),
        client_(display_, rules_, 1) {}

  FakeAgent agent;
  std::vector<std::string> reported;

  /// The answer to these bytes; returns when nothing is left to do at once.
  std::string send(std::string_view bytes) {
    std::string out;
    const std::string kept(bytes);
    const auto feed = [&]() -> asio::awaitable<void> {
      const std::function<asio::awaitable<void>()> sent = []() -> asio::awaitable<void> { co_return; };
      co_await client_.feed(kept, out, sent);
    };
    asio::co_spawn(loop_, feed(), asio::detached);
    loop_.restart();
    loop_.poll();
    return out;
  }
  bool ended() const { return client_.ended(); }

 private:
  asio::io_context loop_;
  ClientRules rules_;
  Display display_;
  Client client_;
};

/// A connection setup with the cookie of the loopback, or another.
inline std::string setup_bytes(Order order, char cookie = 'c') {
  Writer out(order);
  out.u8(order == Order::little ? 'l' : 'B').u8(0).u16(11).u16(0).u16(ipc::x_cookie_protocol.size()).u16(16).u16(0);
  out.bytes(ipc::x_cookie_protocol).pad().bytes(std::string(16, cookie));
  return out.take();
}

}  // namespace interlock::display::test
