/// Offers in a notification to undo an action that was done after a question, and undoes it if a person presses the
/// button. A press counts under the same conditions as a yes on the screen (daemon/asking/reply_rules.h).
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <string>

#include "daemon/api/undo_method.h"
#include "daemon/asking/confirmations.h"

namespace interlock::daemon {

class UndoOffers {
 public:
  UndoOffers(boost::asio::any_io_executor executor, Confirmations& confirmations, UndoMethod& undo)
      : executor_(std::move(executor)), confirmations_(confirmations), undo_(undo) {}

  /// `entry`: what was kept. `kept`: "3 files, 1.2 MB"; empty: only texts of fields, which have no button, since they
  /// are shown and not put back.
  void make(const std::string& entry, const std::string& kept);

 private:
  boost::asio::awaitable<void> undo(std::string entry);

  boost::asio::any_io_executor executor_;
  Confirmations& confirmations_;
  UndoMethod& undo_;
};

}  // namespace interlock::daemon
