/// One look at an application: questions and their answers, until a deadline.
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

/// Asks each question once in its life, and answers from its notes when it is asked again: a look is one moment. A copy
/// is the same look.
class Look {
 public:
  Look(std::shared_ptr<Routes> routes, Deadline deadline);

  Deadline deadline() const { return deadline_; }

  /// All at once, in one round trip; answers in order.
  Awaitable<std::vector<dbus::Reply>> ask(std::vector<Question> questions) const;
  Awaitable<dbus::Reply> ask(Question question) const;
  /// Asks the application even where an answer is noted.
  Awaitable<dbus::Reply> ask_again(Question question) const;

  /// Sends ahead, in one round trip, what an earlier look at the same place had to ask step by step; returns at once.
  /// The answers are this look's own; only the guess what will be asked is old.
  void ask_ahead(const boost::asio::any_io_executor& executor, std::vector<Question> questions) const;
  /// Returns when what was sent ahead is answered. To be awaited before anything else is asked.
  Awaitable<void> answered_ahead() const;
  /// The questions that were asked in this look, at most `max_ahead`, to be sent ahead in the next.
  std::vector<Question> asked() const;
  static constexpr std::size_t max_ahead = 128;

 private:
  struct Notes;
  static Awaitable<void> carry(Look look, std::vector<Question> questions);
  std::shared_ptr<Routes> routes_;
  Deadline deadline_;
  std::shared_ptr<Notes> notes_;
};

/// A list of one. Inside coroutines GCC 12 cannot compile initializer lists, and destroys twice what is awaited in a
/// branch of `?:` or behind `&&`, and aggregates made with braces in the awaiting expression: give such things a
/// statement of their own.
template <class T>
std::vector<T> just(T value) {
  return std::vector<T>(1, std::move(value));
}

/// A list of several, for the same reason; of move-only things, too.
template <class First, class... Rest>
std::vector<First> together(First first, Rest... rest) {
  std::vector<First> list;
  list.reserve(1 + sizeof...(rest));
  list.push_back(std::move(first));
  (list.push_back(std::move(rest)), ...);
  return list;
}

}  // namespace interlock::a11y
