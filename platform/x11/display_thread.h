/// The one thread that talks to the X server. X requests can block for as long as another client holds the server, so
/// the daemon's loop hands them over as jobs and waits with a deadline (docs/decisions/0001-display-thread.md).
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

struct Session;

/// Why a job gave no result.
enum class Missed {
  deadline,    ///< it did not happen in time, and will not happen
  uncertain,   ///< it had begun when the display stopped answering: it may have happened
  no_display,  ///< the display is not there
};

template <class Result>
using Job = std::function<Result(Session&, Ticket&)>;

class DisplayThread {
 public:
  /// `executor` must run its handlers one at a time (one io_context, one thread). What is injected is marked in `own`.
  DisplayThread(boost::asio::any_io_executor executor, std::string name, std::string state_dir,
                std::shared_ptr<OwnInput> own);
  /// Ends the thread; cuts the connection when a job still waits for the server.
  ~DisplayThread();

  /// Opens the display; waits at most `limit`. Errors: not there, an extension is missing. Without an error it is open,
  /// or does not answer so far (trouble() tells): then it is open as soon as it does.
  tl::expected<void, Error> open(std::chrono::milliseconds limit);

  /// Runs `job` on the thread and gives its result, not later than `deadline` unless the job has committed its ticket.
  /// The job outlives an abandoned call: it must own all it uses. A lost display is opened again first.
  template <class Result>
  boost::asio::awaitable<tl::expected<Result, Missed>> run(Deadline deadline, Job<Result> job);

  /// Why the display is not there at this moment; nothing: it is, whether it answers or not. Any thread; never blocks.
  std::optional<Error> trouble() const;

  /// Runs `job` whenever the display answers again; for what must happen in the end.
  void post(std::function<void(Session&)> job);

 private:
  struct Core;
  using Work = std::function<void(Session*)>;  ///< null: no display
  void enqueue(std::shared_ptr<Ticket> ticket, Work work);
  static bool lost(const Session& session);

  const boost::asio::any_io_executor executor_;
  const std::shared_ptr<LoopLink> loop_;
  const std::shared_ptr<Core> core_;
};

/// How long a committed job may still take before its caller is told that the outcome is uncertain.
inline constexpr std::chrono::seconds commit_grace{2};

template <class Result>
boost::asio::awaitable<tl::expected<Result, Missed>> DisplayThread::run(Deadline deadline, Job<Result> job) {
  namespace asio = boost::asio;
  struct Call {
    std::weak_ptr<asio::steady_timer> wake;
    std::optional<tl::expected<Result, Missed>> answer;
  };
  // A wait cancelled from outside would leave the job's fate unknown; the deadline bounds it anyway.
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
  enqueue(ticket, [call, ticket, job = std::move(job), loop = loop_](Session* session) {
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
