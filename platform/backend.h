/// Port: a kind of display. What is known of a display before it is open, and how to open it; docs/adding-a-backend.md
/// lists what a backend supplies.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>
#include <tl/expected.hpp>

#include "platform/clipboard.h"
#include "platform/display_access.h"
#include "platform/human_input.h"
#include "platform/injector.h"
#include "platform/notifier.h"
#include "platform/screen.h"
#include "platform/window_queries.h"
#include "platform/window_system.h"
#include "values/error.h"

namespace interlock::platform {

/// An open display. Its ports share one connection and one thread, so a display server that hangs never stops the
/// daemon's loop.
struct Display {
  std::shared_ptr<WindowSystem> windows;
  std::shared_ptr<Injector> injector;
  std::shared_ptr<Clipboard> clipboard;
  std::shared_ptr<Screen> screen;
  std::shared_ptr<HumanInput> human = {};
  std::shared_ptr<WindowQueries> queries = {};
  std::shared_ptr<DisplayAccess> access = {};
  /// The reason why the display is not available now (it went away; each job tries to reopen it); nothing if it is
  /// available. Never blocks.
  std::function<std::optional<Error>()> trouble = {};
  /// Why check and act are not one step on this display, so that mediation can only be advisory; empty: they are. Null:
  /// they always are. Never blocks.
  std::function<std::string()> advisory = {};
  /// What connected as the desktop, for people: "gnome-shell 48.7". Null: the display is no desk (platform/desk).
  std::function<std::string()> description = {};
};

/// Runs draw-text with `input` on its standard input and returns its standard output (platform/prompt/text_wire.h).
/// Errors: the program is missing, failed, or took too long.
using DrawText = std::function<boost::asio::awaitable<tl::expected<std::string, Error>>(std::string request)>;

/// A file or socket that gives its reader access to the display.
struct DisplayKey {
  std::string path;
  int how = 0;       ///< as in access(2): R_OK for a secret, W_OK for a socket
  std::string what;  ///< for people: "the display's cookie"
};

class Backend {
 public:
  virtual ~Backend() = default;

  /// Sockets that lead to the display without interlock. A confined agent must not have them.
  virtual std::vector<std::string> sockets() const = 0;
  /// Files and sockets that other users must not be able to open.
  virtual std::vector<DisplayKey> keys() const = 0;
  /// False if a process was started without this display in its environment; true also if its environment cannot be
  /// read.
  virtual bool may_be_on_it(pid_t process) const = 0;

  /// Errors: there is no such display, or it lacks what the ports need. A display server that does not answer within a
  /// second is no error: Display::trouble reports it until the server answers. `state_dir` is a folder for state that
  /// the next start restores if this process is killed.
  virtual tl::expected<Display, Error> open(boost::asio::any_io_executor executor, const std::string& state_dir) = 0;
  /// Shows questions in windows of interlock's own, one at a time. `draw_text` draws the texts of each question; if it
  /// fails, the question is not shown and `ask` reports the error.
  virtual std::shared_ptr<Notifier> prompter(boost::asio::any_io_executor executor, DrawText draw_text) = 0;
};

}  // namespace interlock::platform
