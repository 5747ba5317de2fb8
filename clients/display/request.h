/// A request on its way through the display, and its answer. Each request has one function, in the tables of
/// requests.h and extensions.h.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <variant>

#include "clients/display/atoms.h"
#include "clients/display/framing.h"
#include "clients/display/hands.h"
#include "clients/display/keyboard.h"
#include "clients/display/view.h"
#include "clients/display/wire.h"

namespace interlock::display {

enum class ErrorCode : std::uint8_t {
  request = 1,
  value = 2,
  window = 3,
  atom = 5,
  match = 8,
  drawable = 9,
  access = 10,
  alloc = 11,
  name = 15,
  length = 16,
  implementation = 17,
};

struct Reply {
  std::uint8_t data = 0;  ///< the byte after the type
  std::string body;       ///< from byte 8 on
};
struct Fault {
  ErrorCode code = ErrorCode::implementation;
  std::uint32_t value = 0;  ///< the resource or value in question
  std::string reason = {};  ///< for people; printed by the launcher
};
using Answer = std::variant<std::monostate, Reply, Fault>;

/// What all clients share.
struct Display {
  Display(asio::any_io_executor executor, Agent& port, std::function<void(const std::string&)> print);

  Agent& agent;
  std::function<void(const std::string&)> report;
  View view;
  Hands hands;
  Keyboard keyboard;
  Atoms atoms;
};

struct Call {
  Display& display;
  ClientId client;
  Order order;
  const Request& request;
  Reader in;  ///< over the body

  Writer out() const { return Writer(order); }
};

using Handler = asio::awaitable<Answer> (*)(Call);

/// An answer to a request that had to be done: a fault with the reason if it was refused.
Answer done(const Refusal& refusal);
/// Does what waits, and then an action of the client's.
asio::awaitable<Answer> perform(Call call, ActionBody body);
/// The reply that a writer holds.
Answer reply(std::uint8_t data, Writer& body);
/// The daemon did not answer a question.
Answer no_answer(const std::string& why);

}  // namespace interlock::display
