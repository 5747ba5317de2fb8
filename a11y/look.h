/// One look at an application: requests and their answers, until a deadline.
#pragma once

#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/awaitable.hpp>
#include <memory>
#include <utility>
#include <vector>

#include "a11y/atspi.h"
#include "a11y/routes.h"
#include "a11y/tree_reader.h"

namespace interlock::a11y {

template <class T>
using Awaitable = boost::asio::awaitable<T>;

/// Sends each request once in its life, and answers repetitions from its notes: a look describes one moment. A copy is
/// the same look.
class Look {
 public:
  Look(std::shared_ptr<Routes> routes, Deadline deadline);

  Deadline deadline() const { return deadline_; }
  /// The same look, until at least `deadline`.
  Look until(Deadline deadline) const;
  /// Asks the same applications, until at least `deadline`, but notes nothing for this look: later looks do not send
  /// its requests in advance.
  Look apart(Deadline deadline) const;

  /// All at once, in one round trip; answers in order.
  Awaitable<std::vector<dbus::Reply>> ask(std::vector<Request> requests) const;
  Awaitable<dbus::Reply> ask(Request request) const;
  /// Asks the application even if an answer is noted.
  Awaitable<dbus::Reply> ask_again(Request request) const;

  /// Sends, in one round trip, the requests that an earlier look at the same place had to send step by step; returns at
  /// once. The answers are this look's own; only the prediction of the requests is old.
  void ask_ahead(const boost::asio::any_io_executor& executor, std::vector<Request> requests) const;
  /// Returns when the requests sent in advance are answered. Await this before you send anything else.
  Awaitable<void> answered_ahead() const;
  /// The requests of this look, at most `max_ahead`, to be sent in advance in the next one.
  std::vector<Request> asked() const;
  static constexpr std::size_t max_ahead = 128;

 private:
  struct Notes;
  static Awaitable<void> carry(Look look, std::vector<Request> requests);
  std::shared_ptr<Routes> routes_;
  Deadline deadline_;
  std::shared_ptr<Notes> notes_;
};

/// A list of one. Inside coroutines GCC 12 cannot compile initializer lists, and it destroys some temporaries twice:
/// what is awaited in a branch of `?:` or behind `&&`, and aggregates made with braces in the awaiting expression. Give
/// such things a statement of their own.
template <class T>
std::vector<T> just(T value) {
  return std::vector<T>(1, std::move(value));
}

/// A list of several, for the same reason; also of move-only types.
template <class First, class... Rest>
std::vector<First> together(First first, Rest... rest) {
  std::vector<First> list;
  list.reserve(1 + sizeof...(rest));
  list.push_back(std::move(first));
  (list.push_back(std::move(rest)), ...);
  return list;
}

}  // namespace interlock::a11y
