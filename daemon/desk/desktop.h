/// The desktop as the daemon has it: eyes and hands while a display is there, and word of what is missing. A display
/// that is not there yet, or went away, is looked for again when an action asks for it.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "daemon/desk/observer.h"
#include "platform/factory.h"

namespace interlock::daemon {

/// What can be reached of the desktop at this moment; members are null where it is not there.
struct Reach {
  Eyes eyes;
  std::shared_ptr<platform::Injector> hands;
  std::shared_ptr<platform::HumanInput> human = {};
};

class Desktop {
 public:
  /// `display`: X display name, empty for $DISPLAY.
  Desktop(boost::asio::any_io_executor executor, std::string display, std::string state_dir);

  /// Tries to open the display when there is none (at most once a second).
  Reach reach();
  /// Calls it with the devices of each display that is opened, and of the one that is open.
  void on_display(std::function<void(const std::shared_ptr<platform::HumanInput>&)> opened);

  /// Why the display is not there at this moment; nothing: it is.
  std::optional<Error> display_trouble() const { return display_.trouble ? display_.trouble() : display_trouble_; }
  const std::optional<Error>& tree_trouble() const { return tree_trouble_; }

 private:
  void connect();
  void tell(std::optional<Error> trouble);

  boost::asio::any_io_executor executor_;
  std::string name_;
  std::string state_dir_;
  platform::Display display_;
  std::function<void(const std::shared_ptr<platform::HumanInput>&)> opened_;
  std::shared_ptr<a11y::TreeReader> tree_;
  std::shared_ptr<platform::NameLookup> names_;
  std::shared_ptr<platform::FileLookup> files_;
  std::optional<Error> display_trouble_;  ///< that was told last
  std::optional<Error> tree_trouble_;
  std::chrono::steady_clock::time_point next_try_{};
};

}  // namespace interlock::daemon
