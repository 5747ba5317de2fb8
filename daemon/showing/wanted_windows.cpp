#include "daemon/showing/wanted_windows.h"

#include <algorithm>

#include "daemon/showing/unseen.h"
#include "values/text.h"

namespace interlock::daemon {

namespace asio = boost::asio;

namespace {

constexpr std::size_t most_windows = 32;

ipc::RpcError no_such(const std::string& what) {
  return {ipc::error_code::invalid_params, what};
}

bool is_managed(const platform::StackedWindow& each) {
  return !each.window.override_redirect && each.window.type != "desktop" && each.window.type != "dock";
}

}  // namespace

asio::awaitable<tl::expected<WantedWindows, ipc::RpcError>> wanted_windows(Eyes eyes, const Refs& refs,
                                                                           const ipc::Observe& call,
                                                                           platform::Deadline deadline) {
  if (!eyes.windows) co_return tl::unexpected(unseen(Unknown::no_display));
  auto id = call.window;
  if (!call.within.empty()) {
    const auto* referred = refs.find(call.within);
    if (referred == nullptr) {
      co_return tl::unexpected(
          no_such("no element is known by the ref '" + call.within + "'; observe, and use a ref of that reply"));
    }
    id = referred->window;
  }
  const auto focus = co_await eyes.windows->focused_window(deadline);
  const auto stack = co_await eyes.windows->windows_in_order(deadline);
  if (!stack) co_return tl::unexpected(unseen(stack.why()));
  const bool wants_active = call.windows == ipc::Observe::Windows::active && id == 0;
  if (wants_active && !focus.window) {
    co_return tl::unexpected(unseen(focus.window.is_unknown() ? focus.window.why() : Unknown::no_window));
  }
  if (wants_active) id = focus.window->id;
  const auto title = normalise(call.title).text;

  WantedWindows found;
  auto& wanted = found.wanted;
  std::vector<Rect> above;
  for (auto each = stack->rbegin(); each != stack->rend(); ++each) {
    const auto& window = each->window;
    bool asked = is_managed(*each);
    if (id != 0) {
      asked = window.id == id;
    } else if (!title.empty()) {
      asked = asked && wanted.empty() && normalise(window.title).text.find(title) != std::string::npos;
    }
    if (asked && wanted.size() < most_windows) {
      WantedWindow one{
          .window = window, .active = focus.window && focus.window->id == window.id, .popups = {}, .above = above};
      for (const auto& other : *stack) {
        if (other.popup && other.window.pid && other.window.pid == window.pid) one.popups.push_back(other.window.rect);
      }
      wanted.push_back(std::move(one));
    }
    if (!is_managed(*each)) continue;
    above.push_back(window.rect);
    found.on_screen.push_back(window);
  }
  if (wanted.empty() && call.windows != ipc::Observe::Windows::all) {
    co_return tl::unexpected(no_such(call.title.empty() ? "no window " + std::to_string(id) + " is on the screen"
                                                        : "no window on the screen has that in its title"));
  }
  co_return found;
}

}  // namespace interlock::daemon
