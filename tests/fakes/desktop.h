/// A small working desktop without a display: windows stacked in order, elements in them, a focus, hands that check
/// what they touch as the real ones do. For tests of what the daemon does around it.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "a11y/tree_reader.h"
#include "daemon/desktop.h"
#include "platform/injector.h"

namespace interlock::test {

struct FakeWindow {
  gate::Window window;
  std::vector<gate::Element> elements;  ///< later ones lie above earlier ones
};

class FakeDesktop : public platform::WindowSystem,
                    public platform::Injector,
                    public a11y::TreeReader,
                    public platform::Clipboard,
                    public std::enable_shared_from_this<FakeDesktop> {
 public:
  std::vector<FakeWindow> windows;     ///< bottom first
  std::uint64_t focused = 0;           ///< window id
  std::string focused_path;            ///< path of the focused element
  gate::Known<bool> answers = true;    ///< unknown: the application does not answer, and why
  std::vector<std::string> delivered;  ///< "click on 7", "type abc into 7", ...
  int releases = 0;
  gate::Known<std::string> clipboard = gate::none;
  std::function<void()> after_paste_is_read;  ///< ... or somebody may copy something else
  std::function<void()> before_act;           ///< the world may change between look and act
  std::optional<gate::Point> pointer;         ///< where an act brought it; nothing: nowhere yet
  std::function<void()> on_approach;          ///< what an application does when the pointer comes to it
  std::function<void()> on_reaction;          ///< ... and what its tree shows only when it was given time to react
  std::function<void()> on_look;              ///< ... or all the time
  std::vector<a11y::Certainty> looks;         ///< how sure each answer of `element_at` had to be

  FakeWindow& add(std::uint64_t id, gate::Rect rect, std::string app, std::string title);
  gate::Element& add_element(std::uint64_t window, gate::Role role, std::string name, gate::Rect extents);
  FakeWindow& window(std::uint64_t id);
  void raise(std::uint64_t id);
  daemon::Reach reach() { return {{shared_from_this(), shared_from_this(), shared_from_this()}, shared_from_this()}; }

  boost::asio::awaitable<platform::WindowView> window_at(gate::Point at, platform::Deadline) override;
  boost::asio::awaitable<platform::WindowView> focused_window(platform::Deadline) override;
  boost::asio::awaitable<platform::WindowView> window_named(std::uint64_t id, platform::Deadline) override;
  boost::asio::awaitable<gate::Known<std::vector<platform::StackedWindow>>> windows_in_order(
      platform::Deadline) override;
  void ask_ahead(std::optional<gate::Point>, a11y::Deadline) override {}
  boost::asio::awaitable<a11y::Sight> element_at(const gate::Window&, const gate::Known<gate::Rect>&, gate::Point at,
                                                 a11y::Deadline, a11y::Certainty) override;
  boost::asio::awaitable<void> reacted(const gate::Window&, const gate::Known<gate::Rect>&, gate::Point, bool,
                                       std::chrono::milliseconds, a11y::Deadline) override;
  boost::asio::awaitable<a11y::Sight> focused_element(const gate::Window&, a11y::Deadline) override;
  /// Elements with the attribute "keys".
  boost::asio::awaitable<gate::Known<std::vector<gate::Element>>> bound_to(const gate::Window&,
                                                                           std::vector<gate::KeyChord> keys,
                                                                           a11y::Deadline) override;
  /// Elements with the attribute "return".
  boost::asio::awaitable<gate::Known<std::vector<gate::Element>>> pressed_by_return(const gate::Window&,
                                                                                    const gate::Element& field,
                                                                                    a11y::Deadline) override;
  boost::asio::awaitable<gate::Known<a11y::VisibleTree>> visible_tree(const gate::Window&,
                                                                      const std::vector<gate::Rect>&,
                                                                      a11y::Deadline) override;
  boost::asio::awaitable<gate::Known<gate::Element>> named_element(const gate::Window&, const std::string& path,
                                                                   a11y::Deadline) override;
  boost::asio::awaitable<gate::Known<bool>> scroll_into_view(const gate::Window&, const std::string& path,
                                                             a11y::Deadline) override;
  boost::asio::awaitable<platform::Delivery> perform(const gate::Action&, const platform::WindowView&,
                                                     platform::Deadline, platform::Cancelled) override;
  boost::asio::awaitable<platform::Arrival> approach(const gate::Action&, const platform::WindowView&,
                                                     platform::Deadline, platform::Cancelled) override;
  boost::asio::awaitable<void> release_all() override;
  boost::asio::awaitable<gate::Known<std::string>> read(gate::PasteSource, platform::Deadline) override;

 private:
  gate::Known<gate::Window> top_at(gate::Point at) const;
  gate::Known<gate::Window> top_focused() const;
};

}  // namespace interlock::test
