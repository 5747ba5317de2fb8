/// One notification on the screen: shown, answered once, closed.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "platform/notifier.h"
#include "platform/notify/server.h"

namespace interlock::platform::notify {

class Bubble : public std::enable_shared_from_this<Bubble> {
 public:
  using PromptResult = tl::expected<Reply, Error>;

  Bubble(boost::asio::any_io_executor executor, std::shared_ptr<ServerLink> session, Server server);

  /// Shows `prompt` and waits for the first of: an answer, an error, cancellation (`dismissed`). The notification is
  /// closed when this returns in any way, and also if the server shows it only later.
  static boost::asio::awaitable<PromptResult> ask(std::shared_ptr<Bubble> bubble, Prompt prompt);

  /// The first outcome counts.
  void finish(PromptResult outcome);

 private:
  bool listen();
  void on_signal(sd_bus_message* signal);
  void hear(std::uint32_t id, Answer answer);
  dbus::Message prompt_call(const Prompt& prompt) const;
  dbus::Message expire_call() const;
  static boost::asio::awaitable<void> show(std::shared_ptr<Bubble> bubble, dbus::Message notify);
  void abandon();
  void close();

  boost::asio::any_io_executor executor_;
  boost::asio::steady_timer wake_;
  std::shared_ptr<ServerLink> session_;
  Server server_;
  dbus::Subscription signals_;
  std::optional<std::chrono::steady_clock::duration> shown_limit_;  ///< of an offer: after this it is an error
  std::optional<std::uint32_t> id_;                                 ///< the server's, once it has answered
  /// Signals that arrived before our id was known: they can be dispatched in the same round as the answer.
  std::vector<std::pair<std::uint32_t, Answer>> early_;
  std::chrono::steady_clock::time_point shown_{};
  std::optional<PromptResult> outcome_;
  bool on_screen_ = false;
  bool abandoned_ = false;
};

}  // namespace interlock::platform::notify
