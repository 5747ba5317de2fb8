/// The daemon's access to the desktop: observation and injection while a display is available, and reports about what
/// is missing. A display that is not available yet, or was lost, is opened again when an action needs it.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "daemon/desk/observer.h"
#include "daemon/seeing/sight_process.h"
#include "platform/backend.h"

namespace interlock::daemon {

/// The parts of the desktop that are available at this moment; the others are null.
struct Reach {
  Eyes eyes;
  std::shared_ptr<platform::Injector> hands;
  std::shared_ptr<platform::HumanInput> human = {};
  std::shared_ptr<platform::DisplayAccess> access = {};
};

class Desktop {
 public:
  Desktop(boost::asio::any_io_executor executor, std::shared_ptr<platform::Backend> backend, std::string state_dir);

  /// Tries to open the display if there is none (at most once a second).
  Reach reach();
  /// Calls it with the devices of the open display, and of each display that is opened later.
  void on_display(std::function<void(const std::shared_ptr<platform::HumanInput>&)> opened);

  /// The kinds of personal data that are painted over in pictures.
  void set_private_text(std::vector<gate::PersonalKind> kinds) { private_text_.kinds = std::move(kinds); }

  /// Why the display is not available at this moment; nothing: it is.
  std::optional<Error> display_trouble() const { return display_.trouble ? display_.trouble() : display_trouble_; }
  /// Why check and act are not one step on this display; empty: they are.
  std::string display_advisory() const { return display_.advisory ? display_.advisory() : std::string(); }
  /// Whether a desktop connects to us, instead of us to a display server.
  bool has_desk() const { return static_cast<bool>(display_.description); }
  /// What draws the display, for people; empty: nothing to tell.
  std::string display_description() const { return display_.description ? display_.description() : std::string(); }
  const std::optional<Error>& tree_trouble() const { return tree_trouble_; }
  const std::optional<Error>& reading_trouble() const { return reader_->trouble(); }

 private:
  void connect();
  boost::asio::awaitable<Known<std::vector<ProgramWindow>>> windows_of(std::uint32_t pid, platform::Deadline deadline);
  void tell(std::optional<Error> trouble);

  boost::asio::any_io_executor executor_;
  std::shared_ptr<platform::Backend> backend_;
  std::string state_dir_;
  platform::Display display_;
  std::function<void(const std::shared_ptr<platform::HumanInput>&)> opened_;
  std::shared_ptr<a11y::TreeReader> tree_;
  std::shared_ptr<platform::NameLookup> names_;
  std::shared_ptr<platform::FileLookup> files_;
  std::shared_ptr<SightProcess> reader_;
  PrivateSearch private_text_;
  std::shared_ptr<WindowText> window_text_;
  std::optional<Error> display_trouble_;  ///< the last one that was logged
  std::optional<Error> tree_trouble_;
  std::chrono::steady_clock::time_point next_try_{};
};

}  // namespace interlock::daemon
