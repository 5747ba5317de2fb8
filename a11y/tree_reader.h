/// Port: reading the accessibility tree of the application that owns a window.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "a11y/visible_tree.h"
#include "values/geometry.h"
#include "values/key_chord.h"
#include "values/observation.h"

namespace interlock::a11y {

using Deadline = std::chrono::steady_clock::time_point;

/// An element, and the web document that contains it (`none` if there is none).
struct Sight {
  Known<Element> element;
  Known<Document> document;
  /// Element::path of what was hit and of everything around it, up to the page or the window.
  std::vector<std::string> around = {};
};

/// How certain an answer must be. For Chromium certainty takes time (a11y/settled.h); for others both are the same.
enum class Certainty : std::uint8_t {
  settled,
  provisional  ///< the application's first answer: sufficient if a settled look follows before anything is done
};

class TreeReader {
 public:
  virtual ~TreeReader() = default;

  /// Begins to send the requests that the last look at `at` (nothing: at the focus) needed, while the display still
  /// finds out which window is there; returns at once. Only a hint: the next look there uses the answers if they are
  /// recent, under the same deadline and for the same window, and otherwise sends its own requests.
  virtual void ask_ahead(std::optional<Point> at, Deadline deadline) = 0;

  /// The actionable element at `at` in `window`; `popup` is the rectangle of the window's open menu or combo popup if
  /// the point is in one, else `none`. Answers by `deadline` at the latest (in a page of Firefox half a second later:
  /// a11y/overlaps.h; in a window that must be woken first, half a second later: a11y/wake.h; in LibreOffice 1.5 s
  /// later: a11y/bus_session.h); never throws, never blocks the loop.
  virtual boost::asio::awaitable<Sight> element_at(const Window& window, const Known<Rect>& popup, Point at,
                                                   Deadline deadline, Certainty certainty = Certainty::settled) = 0;
  /// Call after the pointer came to `at` in `window`: returns when the tree shows the application's reaction. Programs
  /// that draw their windows themselves (GTK, Qt) react before they answer anything else. A browser passes the motion
  /// to another process, which handles it with its next frame and then reports the change: it gets `page_time`, and so
  /// does anything in a page (`in_page`) of any other program.
  virtual boost::asio::awaitable<void> reacted(const Window& window, const Known<Rect>& popup, Point at, bool in_page,
                                               std::chrono::milliseconds page_time, Deadline deadline) = 0;
  /// The element of `window`'s application that has the keyboard focus.
  virtual boost::asio::awaitable<Sight> focused_element(const Window& window, Deadline deadline) = 0;

  /// The controls of `window` that report a binding to one of `keys`: mnemonics, access keys. `none` if no control
  /// does.
  virtual boost::asio::awaitable<Known<std::vector<Element>>> bound_to(const Window& window, std::vector<KeyChord> keys,
                                                                       Deadline deadline) = 0;

  /// The buttons that Return in `field`, an element of a web page in `window`, may press: those of its form, since no
  /// browser reports which of them submits it; for a field without a form, the next one near it. `none`: there is none.
  virtual boost::asio::awaitable<Known<std::vector<Element>>> pressed_by_return(const Window& window,
                                                                                const Element& field,
                                                                                Deadline deadline) = 0;

  /// The visible nodes in `window` and in `popups`, the rectangles of its application's open menus and lists. Nodes
  /// that were not read by `deadline` are left out, and the tree reports this; unknown only if nothing was seen.
  virtual boost::asio::awaitable<Known<VisibleTree>> visible_tree(const Window& window, const std::vector<Rect>& popups,
                                                                  Deadline deadline) = 0;
  /// Without places, what the program of `window` shows in all of its windows, to look for what must not be seen in one
  /// that no tree could be matched to (a11y/unplaced_tree.h).
  virtual boost::asio::awaitable<Known<VisibleTree>> unplaced_tree(const Window& window, Deadline deadline) = 0;
  /// The element in `window` or in `popups` that `path` (Element::path) names, as it is now: only role, name, states
  /// and extents; `none` if it is gone or belongs to another process than the window.
  virtual boost::asio::awaitable<Known<Element>> named_element(const Window& window, const std::vector<Rect>& popups,
                                                               const std::string& path, Deadline deadline) = 0;
  /// The web documents around the element that `path` names: its own first, the tab's last; `none` if it is in no page.
  virtual boost::asio::awaitable<Known<std::vector<Document>>> documents_around(const Window& window,
                                                                                const std::string& path,
                                                                                Deadline deadline) = 0;
  /// The options of the list or combo box that `path` names, or of the list of the option that it names, shown or not,
  /// in order: only role, name and states. `none` if it has none, unsupported if there are more than 1,000.
  virtual boost::asio::awaitable<Known<std::vector<Element>>> options_of(const Window& window, const std::string& path,
                                                                         Deadline deadline) = 0;
  /// Asks the application to scroll the element into view; false if it refuses.
  virtual boost::asio::awaitable<Known<bool>> scroll_into_view(const Window& window, const std::string& path,
                                                               Deadline deadline) = 0;
};

}  // namespace interlock::a11y
