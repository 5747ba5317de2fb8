/// A small working desktop without a display: windows in stacking order, elements in them, a focus, and an injector
/// that checks its target as the real one does. For tests of the daemon.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "a11y/tree_reader.h"
#include "daemon/desk/desktop.h"
#include "platform/injector.h"

namespace interlock::test {

struct FakeWindow {
  Window window;
  std::vector<Element> elements;  ///< later ones lie above earlier ones
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
  bool counts_as_active = false;       ///< the application reports the focused window as active
  bool lists_hide_focus = false;       ///< of each tree
  a11y::Cut cut = a11y::Cut::whole;    ///< of each tree
  Known<bool> answers = true;          ///< unknown: the application does not answer, and why
  std::vector<std::string> delivered;  ///< "click on 7", "type abc into 7", ...
  int releases = 0;
  Known<std::string> clipboard = none;
  std::function<void()> after_paste_is_read;   ///< another program may copy something else then
  std::function<void()> before_act;            ///< the desktop may change between look and act
  std::optional<Point> pointer;                ///< where an act moved it; nothing: not moved yet
  std::function<void()> on_approach;           ///< an application's reaction to the pointer
  std::function<void()> on_reaction;           ///< a reaction that its tree shows only after it was given time
  std::function<void()> on_look;               ///< called at each look
  std::int32_t scrolled = 0;                   ///< pixels: hit tests answer as if the page still were so much higher
  Known<std::vector<Document>> frames = none;  ///< the pages around the focus, its own first
  std::shared_ptr<platform::Screen> screen;    ///< none: pixels cannot be read
  std::vector<a11y::Certainty> looks;          ///< the certainty that was requested of each `element_at`

  FakeWindow& add(std::uint64_t id, Rect rect, std::string app, std::string title);
  Element& add_element(std::uint64_t window, Role role, std::string name, Rect extents);
  FakeWindow& window(std::uint64_t id);
  void raise(std::uint64_t id);
  daemon::Reach reach() {
    return {{shared_from_this(), shared_from_this(), shared_from_this(), screen}, shared_from_this()};
  }

  boost::asio::awaitable<platform::WindowView> window_at(Point at, platform::Deadline) override;
  boost::asio::awaitable<platform::WindowView> focused_window(platform::Deadline) override;
  boost::asio::awaitable<platform::WindowView> window_named(std::uint64_t id, platform::Deadline) override;
  boost::asio::awaitable<Known<std::vector<ProgramWindow>>> windows_of(std::uint32_t pid, platform::Deadline) override;
  boost::asio::awaitable<Known<std::vector<platform::StackedWindow>>> windows_in_order(platform::Deadline) override;
  void ask_ahead(std::optional<Point>, a11y::Deadline) override {}
  boost::asio::awaitable<a11y::Sight> element_at(const Window&, const Known<Rect>&, Point at, a11y::Deadline,
                                                 a11y::Certainty) override;
  boost::asio::awaitable<void> reacted(const Window&, const Known<Rect>&, Point, bool, std::chrono::milliseconds,
                                       a11y::Deadline) override;
  boost::asio::awaitable<a11y::Sight> focused_element(const Window&, a11y::Deadline) override;
  /// Elements with the attribute "keys".
  boost::asio::awaitable<Known<std::vector<Element>>> bound_to(const Window&, std::vector<KeyChord> keys,
                                                               a11y::Deadline) override;
  /// Elements with the attribute "return".
  boost::asio::awaitable<Known<std::vector<Element>>> pressed_by_return(const Window&, const Element& field,
                                                                        a11y::Deadline) override;
  boost::asio::awaitable<Known<a11y::VisibleTree>> visible_tree(const Window&, const std::vector<Rect>&,
                                                                a11y::Deadline) override;
  boost::asio::awaitable<Known<a11y::VisibleTree>> unplaced_tree(const Window&, a11y::Deadline) override;
  boost::asio::awaitable<Known<Element>> named_element(const Window&, const std::vector<Rect>& popups,
                                                       const std::string& path, a11y::Deadline) override;
  boost::asio::awaitable<Known<std::vector<Document>>> documents_around(const Window&, const std::string& path,
                                                                        a11y::Deadline) override;
  boost::asio::awaitable<Known<std::vector<Element>>> options_of(const Window&, const std::string& path,
                                                                 a11y::Deadline) override;
  boost::asio::awaitable<Known<bool>> scroll_into_view(const Window&, const std::string& path, a11y::Deadline) override;
  boost::asio::awaitable<platform::Delivery> perform(const Action&, const platform::WindowView&, platform::Deadline,
                                                     platform::Cancelled) override;
  boost::asio::awaitable<platform::Arrival> approach(const Action&, const platform::WindowView&, platform::Deadline,
                                                     platform::Cancelled) override;
  boost::asio::awaitable<void> release_all() override;
  boost::asio::awaitable<Known<std::string>> read(PasteSource, platform::Deadline) override;

 private:
  Known<Window> top_at(Point at) const;
  Known<Window> top_focused() const;
};

}  // namespace interlock::test
