#include "daemon/path/navigate.h"

#include <algorithm>

#include "daemon/process/pause.h"

namespace interlock::daemon {

namespace asio = boost::asio;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

constexpr auto key_limit = 2s;  ///< for a chord or the URL to reach the display
/// For the browser to focus its address bar after ctrl+L, and to show there what was typed: on a busy machine Firefox
/// needs more than a second.
constexpr auto address_bar_limit = 5s;

Action chord(const char* key, Modifiers modifiers = {}) {
  return {.body = Key{{{modifiers, key}}}, .confidence = {}, .intent = {}, .expect = {}};
}

/// True for a text field of the browser itself, not of its page.
bool is_address_bar(const Known<Element>& focus) {
  if (!focus || !takes_text(focus->role) || focus->role == Role::password_text) return false;
  return std::none_of(focus->ancestors.begin(), focus->ancestors.end(),
                      [](const Ancestor& ancestor) { return ancestor.role == Role::document_web; });
}

std::string how_it_differs(const Known<Element>& focus) {
  const auto unread = [](Unknown why) {
    return "the address bar could not be read after the URL was typed: " + std::string(describe(why).meaning);
  };
  if (focus.is_unknown()) return unread(focus.why());
  if (!is_address_bar(focus)) return "the focus left the address bar while the URL was typed";
  if (focus->value.is_unknown()) return unread(focus->value.why());
  return "the address bar does not hold the URL that was typed";
}

platform::Delivery refused(std::string_view code, std::string reason, std::size_t typed = 0) {
  return {.complete = false, .typed = typed, .refusal = platform::Refusal{code, std::move(reason)}};
}

}  // namespace

asio::awaitable<platform::Delivery> navigate(platform::Injector& hands, Eyes eyes, std::string url,
                                             platform::WindowView browser, std::chrono::milliseconds look,
                                             platform::Cancelled cancelled, BeforeReturn before_return) {
  Modifiers ctrl;
  ctrl.add(Modifier::ctrl);
  const auto to_address_bar = chord("l", ctrl);
  auto done = co_await hands.perform(to_address_bar, browser, steady_clock::now() + key_limit, cancelled);
  if (!done.complete) co_return done;

  // The browser moves its focus some time later; the accessibility tree reports when.
  const auto until = steady_clock::now() + address_bar_limit;
  const auto keys = chord("Return");
  Observed seen = co_await observe(eyes, keys, look);
  while (!is_address_bar(seen.observation.focus)) {
    if (steady_clock::now() >= until || cancelled()) {
      co_return refused("no_address_bar", "ctrl+L did not put the focus into a browser's address bar");
    }
    co_await pause_for(10ms);
    seen = co_await observe(eyes, keys, look);
  }

  Action text{.body = Type{url}, .confidence = {}, .intent = {}, .expect = {}};
  const auto typed = co_await hands.perform(text, seen.view, steady_clock::now() + key_limit, cancelled);
  if (!typed.complete) co_return typed;
  // Deletes the browser's completion of the URL; Return would open that instead.
  const auto drop_completion = chord("Delete");
  done = co_await hands.perform(drop_completion, seen.view, steady_clock::now() + key_limit, cancelled);
  if (!done.complete) co_return refused(done.refusal->code, done.refusal->reason, typed.typed);

  seen = co_await observe(eyes, keys, look);
  const auto same_text = [&] {
    const auto& focus = seen.observation.focus;
    return is_address_bar(focus) && focus->value && *focus->value == url;
  };
  const auto settle = steady_clock::now() + address_bar_limit;
  while (!same_text() && steady_clock::now() < settle && !cancelled()) {
    co_await pause_for(10ms);
    seen = co_await observe(eyes, keys, look);
  }
  if (!same_text()) co_return refused("address_bar_differs", how_it_differs(seen.observation.focus), typed.typed);
  if (auto refusal = before_return(seen)) co_return refused(refusal->code, refusal->reason, typed.typed);
  done = co_await hands.perform(keys, seen.view, steady_clock::now() + key_limit, cancelled);
  done.typed = typed.typed;
  co_return done;
}

}  // namespace interlock::daemon
