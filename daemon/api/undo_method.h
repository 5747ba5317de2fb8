/// The methods `undo.list` and `undo`: what is kept of what actions destroyed, and bringing it back. The work is done
/// in threads of its own.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <functional>
#include <string>

#include <tl/expected.hpp>

#include "ipc/message.h"
#include "policy/settings.h"

namespace interlock::daemon {

class UndoMethod {
 public:
  /// `settings`: the current ones.
  UndoMethod(std::string dir, std::function<policy::RollbackSettings()> settings)
      : dir_(std::move(dir)), settings_(std::move(settings)) {}

  boost::asio::awaitable<boost::json::object> list();
  /// An error is a sentence; then nothing was changed.
  boost::asio::awaitable<tl::expected<boost::json::object, std::string>> undo(ipc::Undo call);
  /// Removes what is too old, from now on again and again.
  boost::asio::awaitable<void> tidy_always();

 private:
  const std::string dir_;
  std::function<policy::RollbackSettings()> settings_;
};

}  // namespace interlock::daemon
