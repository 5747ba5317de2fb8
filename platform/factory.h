/// Makes the ports of a real desktop. The daemon knows these functions and the ports, and nothing behind them.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "platform/backend.h"
#include "platform/notifier.h"
#include "platform/screen_lock.h"
#include "platform/secret_store.h"

namespace interlock::platform {

struct DisplayChoice {
  /// "wayland": a desktop that connects to `desk_socket`; an X display as in $DISPLAY; empty: by the environment, which
  /// is Wayland if $WAYLAND_DISPLAY is set and $DISPLAY is not, or $XDG_SESSION_TYPE is "wayland".
  std::string name;
  std::string desk_socket;
  std::vector<std::string> desk_programs;  ///< executables that may be the desktop
  std::string version;                     ///< of interlockd
};
std::shared_ptr<Backend> display_backend(const DisplayChoice& choice);

/// Desktop notifications over the session bus; connected on first use, and again after the bus was lost.
std::shared_ptr<Notifier> desktop_notifier(boost::asio::any_io_executor executor);

/// Screen locks as screensavers (session bus) and logind (system bus) report them, if these exist.
std::shared_ptr<ScreenLock> screen_lock(boost::asio::any_io_executor executor);

/// The desktop's keyring over the session bus, and the files in a folder of credentials; if `credentials_dir` returns
/// nothing, that of the environment ($CREDENTIALS_DIRECTORY).
std::shared_ptr<SecretStore> desktop_secrets(boost::asio::any_io_executor executor,
                                             std::function<std::string()> credentials_dir);

}  // namespace interlock::platform
