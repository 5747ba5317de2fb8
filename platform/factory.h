/// Makes the ports of a real desktop. The daemon knows these functions and the ports, nothing behind them.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "platform/clipboard.h"
#include "platform/human_input.h"
#include "platform/injector.h"
#include "platform/notifier.h"
#include "platform/screen.h"
#include "platform/screen_lock.h"
#include "platform/window_queries.h"
#include "platform/window_system.h"
#include "values/error.h"

namespace interlock::platform {

/// One X display: eyes and hands that share a connection and a thread of their own, so that a display that is stuck
/// (a client that grabbed the server) never stops the daemon's loop.
struct Display {
  std::shared_ptr<WindowSystem> windows;
  std::shared_ptr<Injector> injector;
  std::shared_ptr<Clipboard> clipboard;
  std::shared_ptr<Screen> screen;
  std::shared_ptr<HumanInput> human = {};
  std::shared_ptr<WindowQueries> queries = {};
  /// Why it is not there at this moment (it went away; each job looks for it again); nothing: it is. Never blocks.
  std::function<std::optional<Error>()> trouble = {};
};

/// Opens `name` (empty: $DISPLAY). Errors: no display, no XTEST, no XRes. A server that does not answer within a second
/// is none: Display::trouble says so until it does. `state_dir` holds the record of borrowed
/// keycodes, so that the next start can give back what a killed daemon left in the keymap.
tl::expected<Display, Error> open_x11(boost::asio::any_io_executor executor, const std::string& name,
                                      const std::string& state_dir);

/// Desktop notifications over the session bus, connected on first use and again after the bus was lost.
std::shared_ptr<Notifier> desktop_notifier(boost::asio::any_io_executor executor);

/// Windows of our own on the display `name` (empty: $DISPLAY), one after the other.
std::shared_ptr<Notifier> window_prompter(boost::asio::any_io_executor executor, const std::string& name);

/// Screen locks as screensavers (session bus) and logind (system bus) tell of them, where they are there.
std::shared_ptr<ScreenLock> screen_lock(boost::asio::any_io_executor executor);

}  // namespace interlock::platform
