/// Acts through a desk: each act is one request whose expectation the desk checks in the turn of delivery. What takes
/// longer (a text, a drag) is several such requests, and foreign input is shut out meanwhile.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "platform/desk/desk_windows.h"
#include "platform/injector.h"

namespace interlock::platform::desk_line {

class DeskInjector final : public Injector {
 public:
  explicit DeskInjector(std::shared_ptr<Link> link) : link_(std::move(link)) {}

  boost::asio::awaitable<Arrival> approach(const Action& action, const WindowView& view, Deadline deadline,
                                           Cancelled cancelled) override;
  boost::asio::awaitable<Delivery> perform(const Action& action, const WindowView& view, Deadline deadline,
                                           Cancelled cancelled) override;
  boost::asio::awaitable<void> release_all() override;

 private:
  struct Order {
    wire::Expectation expect;  ///< its window is 0 if the view has none
    bool active = false;       ///< the window was active when it was looked at
    std::shared_ptr<const ShownPart> shows;
    Deadline deadline;
    Cancelled cancelled;
  };
  using Steps = std::vector<wire::Step>;

  /// The connection that the view is of: no part of an act on it goes to another one.
  std::uint64_t line_of(const WindowView& view) const;
  static Order order_of(const WindowView& view, Deadline deadline, Cancelled cancelled);
  boost::asio::awaitable<Delivery> dispatch(ActionBody body, Order order);
  /// One request. `expect`: nothing for steps that press nothing.
  boost::asio::awaitable<Delivery> deliver(std::optional<wire::Expectation> expect, Steps steps, Deadline deadline);
  /// The same for a press, which also expects the pixels that it was judged by.
  boost::asio::awaitable<Delivery> press(Order order, Steps steps);
  boost::asio::awaitable<Delivery> click(Order order, Click click);
  boost::asio::awaitable<Delivery> scroll(Order order, Scroll left);
  boost::asio::awaitable<Delivery> drag(Order order, Drag drag);
  boost::asio::awaitable<Delivery> type(Order order, std::string text);
  boost::asio::awaitable<Delivery> type_piece(const Order& order, std::string piece);
  boost::asio::awaitable<Delivery> keys(Order order, std::vector<KeyChord> chords);
  boost::asio::awaitable<Delivery> change(wire::ChangeWindow change, Deadline deadline);
  boost::asio::awaitable<Delivery> resize(ResizeWindow resize, Deadline deadline);
  boost::asio::awaitable<void> activated(std::uint64_t window, Deadline deadline);
  /// Holds foreign input back, or lets it in again. A refusal: the desk did not do so.
  boost::asio::awaitable<std::optional<Refusal>> shut(bool on);
  boost::asio::awaitable<void> pause(std::chrono::milliseconds time);

  const std::shared_ptr<Link> link_;
  bool busy_ = false;
  std::uint64_t line_ = 0;  ///< of the act in progress
};

/// XKB's name of the key: "Return", "a", "U20AC" for another character.
std::string keysym_of(const std::string& key);
/// The parts of a text that are entered by one request each: at most 16 characters.
std::vector<std::string> pieces_of(std::string_view text);

}  // namespace interlock::platform::desk_line
