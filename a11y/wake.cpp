#include "a11y/wake.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "a11y/nodes.h"

namespace interlock::a11y {
namespace {

constexpr std::chrono::seconds again_after{10};
constexpr std::chrono::milliseconds between_questions{10};
constexpr std::size_t max_remembered = 64;

enum class Shown : std::uint8_t { nothing, window, page };

/// What `top` shows by now. A browser shows its own controls before the content of its page.
Awaitable<Shown> shown(Look look, Ref top) {
  const auto mute = co_await is_mute(look, top);
  if (!mute || *mute) co_return Shown::nothing;
  States showing;
  showing.add(State::showing);
  const auto pages = answer::refs(co_await look.ask_again(ask::matches(top, showing, Role::document_web, 1)));
  if (!pages || pages->empty() || pages->front().is_null()) co_return Shown::window;
  const auto content = answer::refs(co_await look.ask_again(ask::children(pages->front())));
  co_return content && !content->empty() ? Shown::page : Shown::window;
}

}  // namespace

bool Awakenings::may_begin(const Ref& top, Time now) {
  std::erase_if(asked_, [&](const auto& each) { return now - each.second >= again_after; });
  if (asked_.contains(top) || asked_.size() >= max_remembered) return false;
  asked_.emplace(top, now);
  return true;
}

Awaitable<bool> wake(Look look, Ref top) {
  co_await look.ask(ask::attributes(top));
  boost::asio::steady_timer timer(co_await boost::asio::this_coro::executor);
  auto by_now = Shown::nothing;
  while (by_now != Shown::page && std::chrono::steady_clock::now() + between_questions < look.deadline()) {
    timer.expires_after(between_questions);
    co_await timer.async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
    by_now = co_await shown(look, top);
  }
  co_return by_now != Shown::nothing;
}

}  // namespace interlock::a11y
