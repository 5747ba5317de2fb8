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

/// An element, and the web document around it (`none` when it is in no web document).
struct Sight {
  Known<Element> element;
  Known<Document> document;
};

/// How sure an answer must be. Chromium's needs time to be sure (a11y/settled.h); elsewhere both are the same.
enum class Certainty : std::uint8_t {
  settled,
  provisional  ///< what the application says at once: good enough where a settled look follows before anything is done
};

class TreeReader {
 public:
  virtual ~TreeReader() = default;

  /// Begins to ask what the last look at `at` (nothing: at the focus) had to ask, while the display still finds out
  /// which window is there; returns at once. A hint: the next look there takes the answers if they were asked a moment
  /// ago, under the same deadline and for the same window, and asks for itself otherwise.
  virtual void ask_ahead(std::optional<Point> at, Deadline deadline) = 0;

  /// The actionable element at `at` in `window`; `popup` is the rectangle of the window's open menu or combo popup when
  /// the point is in one, `none` when it is in none. Answers by `deadline` at the latest (in a page of Firefox half a
  /// second later: a11y/overlaps.h; in a window that must be woken first, half a second later: a11y/wake.h); never
  /// throws, never blocks the loop.
  virtual boost::asio::awaitable<Sight> element_at(const Window& window, const Known<Rect>& popup, Point at,
                                                   Deadline deadline, Certainty certainty = Certainty::settled) = 0;
  /// After the pointer came to `at` in `window`: returns when the tree shows what the application made of it. Programs
  /// that draw their windows themselves (GTK, Qt) do so before they answer anything else. A browser hands it to a
  /// process of its own, which handles it with its next frame and then tells of the change: it gets `page_time`, and so
  /// does what is in a page (`in_page`) of any other program.
  virtual boost::asio::awaitable<void> reacted(const Window& window, const Known<Rect>& popup, Point at, bool in_page,
                                               std::chrono::milliseconds page_time, Deadline deadline) = 0;
  /// The element of `window`'s application that has the keyboard focus.
  virtual boost::asio::awaitable<Sight> focused_element(const Window& window, Deadline deadline) = 0;

  /// The controls of `window` that say one of `keys` sets them off: mnemonics, access keys. `none` when nothing says
  /// so.
  virtual boost::asio::awaitable<Known<std::vector<Element>>> bound_to(const Window& window, std::vector<KeyChord> keys,
                                                                       Deadline deadline) = 0;

  /// The buttons that Return in `field`, an element of a web page in `window`, may press: those of its form, as no
  /// browser says which of them submits it; of a field without a form the next one near it. `none`: there is none.
  virtual boost::asio::awaitable<Known<std::vector<Element>>> pressed_by_return(const Window& window,
                                                                                const Element& field,
                                                                                Deadline deadline) = 0;

  /// What is visible in `window` and in `popups`, the rectangles of its application's open menus and lists. What had
  /// not been answered by `deadline` is left out, and the tree says so; unknown only where nothing was seen.
  virtual boost::asio::awaitable<Known<VisibleTree>> visible_tree(const Window& window, const std::vector<Rect>& popups,
                                                                  Deadline deadline) = 0;
  /// The element that `path` (Element::path) names, as it is now: role, name, states and extents alone; `none`
  /// when it is gone or of another process than the window.
  virtual boost::asio::awaitable<Known<Element>> named_element(const Window& window, const std::string& path,
                                                               Deadline deadline) = 0;
  /// Has the application scroll it into view; false when it will not.
  virtual boost::asio::awaitable<Known<bool>> scroll_into_view(const Window& window, const std::string& path,
                                                               Deadline deadline) = 0;
};

}  // namespace interlock::a11y
