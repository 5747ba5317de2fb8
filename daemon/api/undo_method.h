/// The methods `undo.list` and `undo`: what is kept of what actions destroyed, and bringing it back. The work is done
/// in threads of its own.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <functional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "ipc/message.h"
#include "policy/settings.h"

namespace interlock::daemon {

class UndoMethod {
 public:
  using Note = std::function<void(std::string_view what, boost::json::object fields)>;
  /// `settings`: the current ones. `note` writes to the audit log.
  UndoMethod(std::string dir, std::function<policy::RollbackSettings()> settings, Note note)
      : dir_(std::move(dir)), settings_(std::move(settings)), note_(std::move(note)) {}

  boost::asio::awaitable<boost::json::object> list();
  using Undone = tl::expected<boost::json::object, std::string>;
  /// An error is a sentence; then nothing was changed. `by`: the person, for the record, which is written before files
  /// change and after it.
  boost::asio::awaitable<Undone> undo(ipc::Undo call, boost::json::object by);
  /// Removes what is too old, from now on again and again.
  boost::asio::awaitable<void> tidy_always();

 private:
  const std::string dir_;
  std::function<policy::RollbackSettings()> settings_;
  Note note_;
};

}  // namespace interlock::daemon
