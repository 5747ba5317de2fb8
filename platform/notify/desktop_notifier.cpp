#include <boost/asio/error.hpp>
#include <boost/system/system_error.hpp>

#include "platform/factory.h"
#include "platform/notify/bubble.h"
#include "platform/notify/server.h"

namespace interlock::platform {
namespace {

using boost::asio::awaitable;
using PromptResult = tl::expected<Reply, Error>;

struct State {
  boost::asio::any_io_executor executor;
  std::shared_ptr<notify::ServerLink> session;
};

/// The open connection; opens one if there is none.
awaitable<tl::expected<std::shared_ptr<notify::ServerLink>, Error>> link(std::shared_ptr<State> state) {
  if (state->session && state->session->is_open()) co_return state->session;
  auto opened = co_await notify::ServerLink::open(state->executor);
  if (opened) state->session = *opened;
  co_return opened;
}

awaitable<PromptResult> ask_on(std::shared_ptr<State> state, Prompt prompt) {
  auto opened = co_await link(state);
  if (!opened) co_return tl::unexpected(opened.error());
  auto session = std::move(*opened);
  auto server = co_await session->server();
  if (!server) co_return tl::unexpected(server.error());
  auto bubble = std::make_shared<notify::Bubble>(state->executor, session, std::move(*server));
  co_return co_await notify::Bubble::ask(std::move(bubble), std::move(prompt));
}

/// Cancellation reaches a coroutine as an exception at its next co_await; this converts it into a value.
awaitable<PromptResult> ask_or_cancelled(std::shared_ptr<State> state, Prompt prompt) {
  try {
    co_return co_await ask_on(std::move(state), std::move(prompt));
  } catch (const boost::system::system_error& error) {
    if (error.code() != boost::asio::error::operation_aborted) throw;
    co_return Reply{};
  }
}

awaitable<void> tell_on(std::shared_ptr<State> state, std::string title, std::string body) {
  auto opened = co_await link(state);
  if (!opened) co_return;
  auto server = co_await (*opened)->server();
  if (!server) co_return;
  auto& bus = (*opened)->bus();
  auto message = bus.method_call(server->owner, notify::object_path, notify::interface_name, "Notify");
  if (!message) co_return;
  constexpr std::int32_t servers_own_time = -1;
  sd_bus_message_append(message.get(), "susssasa{sv}i", "interlock", 0U, "dialog-information", title.c_str(),
                        body.c_str(), 0, 1, "desktop-entry", "s", "interlock", servers_own_time);
  bus.send(std::move(message));
}

class DesktopNotifier : public Notifier {
 public:
  explicit DesktopNotifier(boost::asio::any_io_executor executor)
      : state_(std::make_shared<State>(State{std::move(executor), nullptr})) {}

  awaitable<PromptResult> ask(Prompt prompt) override { return ask_or_cancelled(state_, std::move(prompt)); }
  awaitable<void> tell(std::string title, std::string body) override {
    return tell_on(state_, std::move(title), std::move(body));
  }

 private:
  std::shared_ptr<State> state_;
};

}  // namespace

std::shared_ptr<Notifier> desktop_notifier(boost::asio::any_io_executor executor) {
  return std::make_shared<DesktopNotifier>(std::move(executor));
}

}  // namespace interlock::platform
