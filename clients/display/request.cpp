#include "clients/display/request.h"

namespace interlock::display {

Display::Display(asio::any_io_executor executor, Agent& port, std::function<void(const std::string&)> print)
    : agent(port),
      report(print),
      view(port),
      hands(std::move(executor), port, std::move(print), [this] { view.invalidate(); }) {}

Answer done(const Refusal& refusal) {
  if (!refusal) return {};
  return Fault{ErrorCode::access};  // the hands have reported why
}

asio::awaitable<Answer> perform(Call call, ActionBody body) {
  Action action;
  action.body = std::move(body);
  co_return done(co_await call.display.hands.act(call.client, std::move(action)));
}

Answer reply(std::uint8_t data, Writer& body) {
  return Reply{data, body.take()};
}

Answer no_answer(const std::string& why) {
  return Fault{ErrorCode::access, 0, why};
}

}  // namespace interlock::display
