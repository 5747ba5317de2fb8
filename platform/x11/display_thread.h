/// The only thread that talks to the X server. X requests can block for as long as another client holds the server, so
/// the daemon's loop submits them as jobs and waits with a deadline (docs/decisions/0001-display-thread.md).
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/bind_cancellation_slot.hpp>
#include <boost/asio/cancellation_state.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include <tl/expected.hpp>

#include "platform/x11/loop_link.h"
#include "platform/x11/own_input.h"
#include "platform/x11/ticket.h"
#include "values/error.h"

namespace interlock::platform::x11 {

struct DisplaySession;

/// Why a job has no result.
enum class Missed {
  deadline,    ///< the job did not run in time, and will not run
  uncertain,   ///< the job had begun when the display stopped answering: it may have taken effect
  no_display,  ///< there is no display
};

template <class Result>
using Job = std::function<Result(DisplaySession&, Ticket&)>;

class DisplayThread {
 public:
  /// `executor` must run its handlers one at a time (one io_context, one thread). Injected input is marked in `own`.
  DisplayThread(boost::asio::any_io_executor executor, std::string name, std::string state_dir,
                std::shared_ptr<OwnInput> own);
  /// Ends the thread; cuts the connection if a job still waits for the server.
  ~DisplayThread();

  /// Opens the display; waits at most `limit`. Errors: no display, an extension is missing. Without an error it is
  /// open, or it has not answered yet (see trouble()) and will be open once it does.
  tl::expected<void, Error> open(std::chrono::milliseconds limit);

  /// Runs `job` on the thread and returns its result, at `deadline` at the latest unless the job has committed its
  /// ticket. The job outlives an abandoned call, so it must own everything it uses. A lost display is opened again
  /// first.
  template <class Result>
  boost::asio::awaitable<tl::expected<Result, Missed>> run(Deadline deadline, Job<Result> job);

  /// Why the display is not available now; nothing if it is, even if it does not answer. Any thread; never blocks.
  std::optional<Error> trouble() const;

  /// Runs `job` once the display answers again, for actions that must eventually happen.
  void post(std::function<void(DisplaySession&)> job);

 private:
  struct Core;
  using Work = std::function<void(DisplaySession*)>;  ///< null: no display
  void enqueue(std::shared_ptr<Ticket> ticket, Work work);
  static bool lost(const DisplaySession& session);

  const boost::asio::any_io_executor executor_;
  const std::shared_ptr<LoopLink> loop_;
  const std::shared_ptr<Core> core_;
};

/// How long a committed job may still take before its caller gets `uncertain`.
inline constexpr std::chrono::seconds commit_grace{2};

template <class Result>
boost::asio::awaitable<tl::expected<Result, Missed>> DisplayThread::run(Deadline deadline, Job<Result> job) {
  namespace asio = boost::asio;
  struct Call {
    std::weak_ptr<asio::steady_timer> wake;
    std::optional<tl::expected<Result, Missed>> answer;
  };
  // Cancelling the wait from outside would leave it unknown whether the job runs; the deadline limits the wait anyway.
  const asio::cancellation_state state = co_await asio::this_coro::cancellation_state;
  if (state.cancelled() != asio::cancellation_type::none) {
    co_return tl::make_unexpected(Missed::deadline);
  }
  constexpr auto uncancelled = [] {
    return asio::bind_cancellation_slot(asio::cancellation_slot(), asio::as_tuple(asio::use_awaitable));
  };
  auto ticket = std::make_shared<Ticket>(deadline);
  auto timer = std::make_shared<asio::steady_timer>(executor_, deadline);
  auto call = std::make_shared<Call>(Call{timer, {}});
  enqueue(ticket, [call, ticket, job = std::move(job), loop = loop_](DisplaySession* session) {
    tl::expected<Result, Missed> answer = tl::make_unexpected(Missed::no_display);
    if (session) {
      answer = job(*session, *ticket);
      if (lost(*session)) {
        answer = tl::make_unexpected(ticket->was_committed() ? Missed::uncertain : Missed::no_display);
      }
    }
    loop->post([call, answer = std::move(answer)]() mutable {
      call->answer = std::move(answer);
      if (const auto wake = call->wake.lock()) wake->cancel();
    });
  });
  co_await timer->async_wait(uncancelled());
  if (!call->answer && !ticket->abandon()) {
    timer->expires_after(commit_grace);
    co_await timer->async_wait(uncancelled());
    if (!call->answer) co_return tl::make_unexpected(Missed::uncertain);
  }
  if (!call->answer) co_return tl::make_unexpected(Missed::deadline);
  co_return std::move(*call->answer);
}

}  // namespace interlock::platform::x11
