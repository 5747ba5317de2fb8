/// Runs actions one at a time (daemon/path/action_path.h), writes their end records and makes the replies.
/// Call it on the daemon's loop only.
#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/json.hpp>
#include <cstdint>
#include <memory>

#include "daemon/desk/seat.h"
#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

class Pipeline {
 public:
  Pipeline(std::shared_ptr<Seat> seat, Shared shared) : seat_(std::move(seat)), shared_(std::move(shared)) {}

  /// Carries out one action, a sequence step by step, and returns the reply of `act`. With `dry_run` it is only
  /// assessed, and nothing is injected.
  boost::asio::awaitable<boost::json::object> act(std::shared_ptr<Session> session, Action action, bool dry_run);

 private:
  boost::asio::awaitable<Step> run(std::shared_ptr<Session> session, Step step);
  /// As `run`, but for keys aimed at an element first clicks it if it does not have the focus, and after `navigate`
  /// waits for the page, while others act.
  boost::asio::awaitable<Step> run_aimed(std::shared_ptr<Session> session, Step step);
  /// After a click that gave the focus to the list with the path `list` and opened it: closes it, as it was.
  boost::asio::awaitable<void> close_list(std::shared_ptr<Session> session, std::string list, std::uint64_t asked);
  /// After typing: until the application has drawn the text. Others may act meanwhile.
  boost::asio::awaitable<void> await_drawn(std::shared_ptr<Session> session, const Step& step);
  boost::asio::awaitable<boost::json::object> fill(std::shared_ptr<Session> session, Action action, bool dry_run,
                                                   std::uint64_t asked);
  void close_record(Session& session, Step& step);

  std::shared_ptr<Seat> seat_;
  Shared shared_;
};

}  // namespace interlock::daemon
