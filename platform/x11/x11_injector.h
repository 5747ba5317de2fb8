/// The hands on X11: acts as jobs of the display thread, waits between them on the caller's loop, so that nobody else
/// waits for a text to be typed.
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
  /// What an act is given: owned by the coroutine that performs it.
  struct Order {
    WindowView view;
    Deadline deadline;
    Cancelled cancelled;
  };
  using PointerAct = std::function<Delivery(Session&, Ticket&, const Aim&)>;

  boost::asio::awaitable<Delivery> dispatch(const ActionBody& body, Order order);
  /// Changes of windows and desktops.
  boost::asio::awaitable<Delivery> change(Order order, ActionBody body);
  boost::asio::awaitable<Delivery> point(Order order, PointerAct act);
  /// Waits until the window manager has made the window the active one, for a while.
  boost::asio::awaitable<void> activated(xcb_window_t window, Deadline deadline);
  boost::asio::awaitable<Step> step(Deadline deadline, Job<Step> job);
  boost::asio::awaitable<Delivery> drag(Order order, Drag drag);
  boost::asio::awaitable<Delivery> scroll(Order order, Scroll scroll);
  boost::asio::awaitable<Delivery> type(Order order, std::string text);
  boost::asio::awaitable<Delivery> keys(Order order, std::vector<KeyChord> chords);
  boost::asio::awaitable<Delivery> hold_key(Order order, KeyChord chord, bool down);
  /// Waits until the window's application has read the keymap and worked off its keys; false: it does not keep up.
  boost::asio::awaitable<bool> settle(xcb_window_t window);
  /// Waits until the window's application has read the events that it was sent, where it answers such a question.
  boost::asio::awaitable<void> has_read(xcb_window_t window);
  boost::asio::awaitable<void> give_back_keys(xcb_window_t window);
  /// What must happen in the end: now, or when the display answers again.
  boost::asio::awaitable<tl::expected<bool, Missed>> in_any_case(std::function<void(Session&)> act);
  boost::asio::awaitable<void> pause(std::chrono::milliseconds time);

  const boost::asio::any_io_executor executor_;
  const std::shared_ptr<DisplayThread> thread_;
  bool busy_ = false;
};

}  // namespace interlock::platform::x11
