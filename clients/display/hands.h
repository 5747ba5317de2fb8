/// The one pointer and keyboard of the display: input of all clients in turn, and the actions that it comes to.
#pragma once

#include <boost/asio/steady_timer.hpp>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "clients/display/agent.h"
#include "clients/display/gestures.h"

namespace interlock::display {

using ClientId = std::uint32_t;

/// Why an action was not done; nothing if it was.
using Refusal = std::optional<std::string>;

class Hands {
 public:
  /// `report` gets each refusal; `acted` is called after each action.
  Hands(asio::any_io_executor executor, Agent& agent, std::function<void(const std::string&)> report,
        std::function<void()> acted);

  asio::awaitable<Refusal> motion(ClientId client, Point to);
  asio::awaitable<Refusal> motion_by(ClientId client, Point by);
  asio::awaitable<Refusal> button(ClientId client, unsigned number, bool down);
  asio::awaitable<Refusal> key(ClientId client, std::uint8_t code, KeySymbols symbols, bool down, HeldWith with = {});
  /// Does what waits, of all clients.
  asio::awaitable<Refusal> settle(ClientId client);
  /// Does what waits and is complete; a text only if `text`.
  asio::awaitable<Refusal> finish(ClientId client, bool text = true);
  /// An action that is complete in itself, after what waits.
  asio::awaitable<Refusal> act(ClientId client, Action action);

  /// A refusal of this client's that was found later than its request; only once.
  Refusal late_refusal(ClientId client);
  void forget(ClientId client) { late_.erase(client); }
  const Gestures& gestures() const { return gestures_; }
  /// Where the client has put the pointer, as long as that is not done yet.
  std::optional<Point> aimed() const { return gestures_.aimed() ? gestures_.aimed() : under_way_; }

 private:
  class Turn;
  asio::awaitable<Turn> turn();
  asio::awaitable<Refusal> perform(Gestures::Actions actions);
  asio::awaitable<Refusal> perform_waiting(ClientId client, Gestures::Actions actions);
  asio::awaitable<Point> pointer();
  void rearm();
  asio::awaitable<void> expire();

  asio::any_io_executor executor_;
  Agent& agent_;
  std::function<void(const std::string&)> report_;
  std::function<void()> acted_;
  Gestures gestures_;
  std::optional<Point> under_way_;  ///< where the action leads that is being done
  asio::steady_timer timer_;
  bool taken_ = false;
  std::deque<std::shared_ptr<asio::steady_timer>> queue_;  ///< who waits for the turn; cancelled when it is theirs
  ClientId last_ = 0;                                      ///< whose input waits
  std::map<ClientId, std::string> late_;
};

}  // namespace interlock::display
