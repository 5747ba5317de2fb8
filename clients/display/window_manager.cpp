// Messages to the window manager, as actions on windows.
#include <array>
#include <set>

#include "clients/display/requests.h"

namespace interlock::display {
namespace {

std::optional<ActionBody> action_of(WindowId window, std::string_view type, const std::array<std::uint32_t, 5>& data) {
  const auto number = [&](std::size_t i) { return static_cast<std::int32_t>(data[i]); };
  if (type == "_NET_ACTIVE_WINDOW") return ChangeWindow{window, WindowChange::activate};
  if (type == "_NET_CLOSE_WINDOW") return CloseWindow{window};
  if (type == "_NET_CURRENT_DESKTOP") return SwitchDesktop{number(0), std::nullopt};
  if (type == "_NET_NUMBER_OF_DESKTOPS") return SetDesktopCount{number(0)};
  if (type == "_NET_WM_DESKTOP") return SwitchDesktop{number(0), window};
  if (type == "_NET_DESKTOP_VIEWPORT") return MoveViewport{{number(0), number(1)}};
  constexpr std::uint32_t iconic_state = 3;
  if (type == "WM_CHANGE_STATE" && data[0] == iconic_state) return ChangeWindow{window, WindowChange::minimize};
  return std::nullopt;
}

Answer not_a_state(WindowId window, const std::set<std::string>& states) {
  std::string all;
  for (const auto& state : states) all += " " + state;
  return Fault{ErrorCode::access, window,
               "no action of interlock: of the states of a window only these are changed: maximized in both directions "
               "(wmctrl -b add,maximized_vert,maximized_horz, or remove), and fullscreen; none is toggled; asked for:" +
                   all};
}

/// _NET_WM_STATE: the first number says whether the next two states are added, removed or toggled (EWMH).
asio::awaitable<Answer> change_state(Call call, WindowId window, std::array<std::uint32_t, 5> data) {
  constexpr std::uint32_t remove = 0, add = 1;
  std::set<std::string> states;
  for (const auto atom : {data[1], data[2]}) {
    if (atom != 0) states.emplace(std::string(call.display.atoms.name(atom).value_or("unknown")));
  }
  const std::set<std::string> maximized = {"_NET_WM_STATE_MAXIMIZED_VERT", "_NET_WM_STATE_MAXIMIZED_HORZ"};
  const std::set<std::string> fullscreen = {"_NET_WM_STATE_FULLSCREEN"};
  if (data[0] != add && data[0] != remove) co_return not_a_state(window, states);
  const bool on = data[0] == add;
  ChangeWindow change{window, on ? WindowChange::maximize : WindowChange::unmaximize};
  if (states == fullscreen) change.change = on ? WindowChange::fullscreen : WindowChange::unfullscreen;
  if (states != maximized && states != fullscreen) co_return not_a_state(window, states);
  co_return co_await perform(call, change);
}

/// _NET_MOVERESIZE_WINDOW: bits 8 to 11 of the first number say which of x, y, width and height are given.
asio::awaitable<Answer> move_resize(Call call, WindowId id, std::array<std::uint32_t, 5> data) {
  constexpr std::uint32_t x = 1 << 8, y = 1 << 9, width = 1 << 10, height = 1 << 11;
  const auto windows = co_await call.display.view.windows();
  if (!windows) co_return no_answer(windows.error());
  const auto* window = (*windows)->find(id);
  if (!window) co_return Fault{ErrorCode::window, id};
  const auto given = [&](std::uint32_t bit, std::size_t i, std::int32_t otherwise) {
    return (data[0] & bit) != 0 ? static_cast<std::int32_t>(data[i]) : otherwise;
  };
  if ((data[0] & (x | y)) != 0) {
    const Point to{given(x, 1, window->rect.x), given(y, 2, window->rect.y)};
    const Answer moved = co_await perform(call, MoveWindow{id, to});
    if (std::holds_alternative<Fault>(moved)) co_return moved;
  }
  if ((data[0] & (width | height)) == 0) co_return Answer{};
  co_return co_await perform(call, ResizeWindow{id, given(width, 3, 0), given(height, 4, 0)});
}

}  // namespace

asio::awaitable<Answer> window_manager_message(Call call, WindowId window, std::string_view type,
                                               const std::array<std::uint32_t, 5>& data) {
  if (type == "_NET_MOVERESIZE_WINDOW") co_return co_await move_resize(call, window, data);
  if (type == "_NET_WM_STATE") co_return co_await change_state(call, window, data);
  if (type == "WM_PROTOCOLS" && call.display.atoms.name(data[0]) == "WM_DELETE_WINDOW")
    co_return co_await perform(call, CloseWindow{window});
  auto body = action_of(window, type, data);
  if (!body) co_return Fault{ErrorCode::access, window, "no action of interlock: the message " + std::string(type)};
  co_return co_await perform(call, std::move(*body));
}

}  // namespace interlock::display
