/// The connection to interlockd: connects at first use and again after interlockd was restarted.
#pragma once

#include <boost/asio/local/stream_protocol.hpp>
#include <boost/asio/steady_timer.hpp>
#include <map>
#include <memory>
#include <optional>

#include "clients/display/agent.h"

namespace interlock::display {

struct SessionWish {
  std::string name;       ///< what people see
  std::string scope;      ///< empty: none
  std::string directive;  ///< likewise
};

class AgentLink : public Agent {
 public:
  AgentLink(asio::any_io_executor executor, std::string path, SessionWish wish);
  ~AgentLink() override;
  asio::awaitable<AgentReply> call(std::string_view method, json::object params) override;

 private:
  struct Connection;
  asio::awaitable<tl::expected<std::shared_ptr<Connection>, ipc::RpcError>> connected();

  asio::any_io_executor executor_;
  const std::string path_;
  const SessionWish wish_;
  std::shared_ptr<Connection> connection_;
};

}  // namespace interlock::display
