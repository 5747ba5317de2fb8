/// The injector on X11: acts are jobs of the display thread; the waits between them are on the caller's loop, so that
/// nothing else waits while a text is typed.
#pragma once

#include <memory>

#include "platform/injector.h"
#include "platform/x11/display_thread.h"
#include "platform/x11/keyboard_acts.h"
#include "platform/x11/pointer_acts.h"

namespace interlock::platform::x11 {

class X11Injector final : public Injector {
 public:
  X11Injector(boost::asio::any_io_executor executor, std::shared_ptr<DisplayThread> thread)
      : executor_(std::move(executor)), thread_(std::move(thread)) {}

  boost::asio::awaitable<Delivery> perform(const Action& action, const WindowView& view, Deadline deadline,
                                           Cancelled cancelled) override;
  boost::asio::awaitable<Arrival> approach(const Action& action, const WindowView& view, Deadline deadline,
                                           Cancelled cancelled) override;
  boost::asio::awaitable<void> release_all() override;

 private:
  /// The arguments of an act: owned by the coroutine that performs it.
  struct Order {
    WindowView view;
    Deadline deadline;
    Cancelled cancelled;
  };
  using PointerAct = std::function<Delivery(DisplaySession&, Ticket&, const Aim&)>;

  boost::asio::awaitable<Delivery> dispatch(const ActionBody& body, Order order);
  /// Changes of windows and desktops.
  boost::asio::awaitable<Delivery> change(Order order, ActionBody body);
  boost::asio::awaitable<Delivery> point(Order order, PointerAct act);
  /// Waits a limited time until the window manager has made the window active.
  boost::asio::awaitable<void> activated(xcb_window_t window, Deadline deadline);
  boost::asio::awaitable<KeyboardResult> step(Deadline deadline, Job<KeyboardResult> job);
  boost::asio::awaitable<Delivery> drag(Order order, Drag drag);
  boost::asio::awaitable<Delivery> scroll(Order order, Scroll scroll);
  boost::asio::awaitable<Delivery> type(Order order, std::string text);
  boost::asio::awaitable<Delivery> keys(Order order, std::vector<KeyChord> chords);
  boost::asio::awaitable<Delivery> hold_key(Order order, KeyChord chord, bool down);
  /// Waits until the window's application has read the keymap and processed its keys; false: it does not keep up.
  boost::asio::awaitable<bool> settle(xcb_window_t window);
  /// Waits until the window's application has read its events, if the application answers pings.
  boost::asio::awaitable<void> has_read(xcb_window_t window);
  /// Waits until the source of a drag and what lies at `to` have exchanged their messages about it.
  boost::asio::awaitable<void> has_agreed(xcb_window_t source, Point to);
  /// Releases the modifiers of a chord once the window manager has read its keys.
  boost::asio::awaitable<void> let_go(std::vector<KeyCode> held);
  boost::asio::awaitable<void> give_back_keys(xcb_window_t window);
  /// Work that must eventually happen: runs now, or when the display answers again.
  boost::asio::awaitable<tl::expected<bool, Missed>> in_any_case(std::function<void(DisplaySession&)> act);
  boost::asio::awaitable<void> pause(std::chrono::milliseconds time);

  const boost::asio::any_io_executor executor_;
  const std::shared_ptr<DisplayThread> thread_;
  bool busy_ = false;
};

}  // namespace interlock::platform::x11
