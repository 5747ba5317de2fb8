/// Applications for end-to-end tests: started on the desktop; they report themselves what they received.
#pragma once

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "tests/desktop/desktop.h"
#include "tests/desktop/middle.h"
#include "values/geometry.h"

namespace interlock::test {

/// A running application and the file it (or its page's server) reports to, one JSON line an event; see tests/fixtures.
class App {
 public:
  App(Process process, std::string log) : process_(std::move(process)), log_(std::move(log)) {}

  Process& process() { return process_; }
  const std::string& log() const { return log_; }
  std::vector<boost::json::object> events() const;
  /// The number of events of this kind on this widget; on any widget if `what` is empty.
  int count(std::string_view event, std::string_view what = "") const;
  /// The text that `what` reported last; empty if it reported none.
  std::string text(std::string_view what) const;
  std::string focus() const;  ///< the widget that reported the focus last

  /// The widget's rectangle (root pixels) as it reports it; waits for the report, throws if there is none.
  Rect place(std::string_view what) const;
  Point centre(std::string_view what) const;

 private:
  Process process_;
  std::string log_;
};

App start_gtk3(Desktop& desktop, const std::string& title = "GTK form", const std::string& at = "100,100");
/// With additional widgets, as gtk3_form.py takes them: "button:Sign in".
App start_gtk3_with(Desktop& desktop, const std::vector<std::string>& also);
/// A window with a button "Next" that another process draws in it.
App start_gtk3_embedded(Desktop& desktop);
App start_qt5_with(Desktop& desktop, const std::vector<std::string>& also);
App start_qt5(Desktop& desktop, const std::string& title = "Qt form", const std::string& at = "600,100");

/// serve.py with `folder`; its log gets the reports of all of its pages.
App start_server(Desktop& desktop, const std::string& folder);
std::string page_url(const App& server, const std::string& page = "page.html");
Process start_chromium(Desktop& desktop, const std::string& url);
/// With more options of the command line.
Process start_chromium_with(Desktop& desktop, const std::string& url, const std::vector<std::string>& also);
Process start_firefox(Desktop& desktop, const std::string& url);
/// An xterm that runs `cat >FILE`: each character typed in it is written to the file at once (and each click, as xterm
/// reports it), and nothing is executed.
Process start_xterm(Desktop& desktop, const std::string& file, const std::string& title = "terminal",
                    const std::string& geometry = "60x12+700+500");

/// Waits until a window whose title contains `title` is on the screen; returns its X id. Throws after a timeout.
unsigned long window_titled(const Desktop& desktop, const std::string& title);
Rect window_rect(const Desktop& desktop, unsigned long window);
/// Gives it the keyboard focus, as a person would with the window manager, and waits until it has it.
void focus_window(const Desktop& desktop, unsigned long window);
void raise_window(const Desktop& desktop, unsigned long window);
/// An xterm (start_xterm) with the focus and an empty file.
class Terminal {
 public:
  explicit Terminal(Desktop& desktop);
  std::string text() const { return read_file(file_); }  ///< the text that it received
  bool holds(const std::string& text) const;             ///< waits until its text is exactly `text`
  void human_presses(const std::string& key);
  unsigned long window() const { return window_; }
  Process& process() { return process_; }

 private:
  Desktop& desktop_;
  std::string file_;
  Process process_;
  unsigned long window_ = 0;
};

}  // namespace interlock::test
