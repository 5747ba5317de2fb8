#include "a11y/look.h"

#include <algorithm>
#include <boost/asio/as_tuple.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace interlock::a11y {
namespace {

dbus::Reply copy(const dbus::Reply& reply) {
  if (!reply) return tl::unexpected(reply.error());
  return dbus::Message(sd_bus_message_ref(reply->get()));
}

}  // namespace

struct Look::Notes {
  struct Note {
    Request request;
    dbus::Reply reply;
    bool used = false;  ///< requested in this look, not only in advance
  };
  std::vector<Note> notes;
  std::unordered_multimap<std::size_t, std::size_t> places;  ///< by the request's hash
  std::optional<boost::asio::steady_timer> ahead;  ///< cancelled when the requests sent in advance are answered
  bool arrived = false;

  static std::size_t hash(const Request& request) {
    return std::hash<std::string>()(request.ref.path) ^ (std::hash<std::string_view>()(request.member) << 1);
  }
  Note* find(const Request& request) {
    const auto [begin, end] = places.equal_range(hash(request));
    for (auto place = begin; place != end; ++place) {
      if (notes[place->second].request == request) return &notes[place->second];
    }
    return nullptr;
  }
  void add(Request request, dbus::Reply reply, bool used) {
    places.emplace(hash(request), notes.size());
    notes.push_back({std::move(request), std::move(reply), used});
  }
};

Look::Look(std::shared_ptr<Routes> routes, Deadline deadline)
    : routes_(std::move(routes)), deadline_(deadline), notes_(std::make_shared<Notes>()) {}

Look Look::until(Deadline deadline) const {
  Look longer = *this;
  longer.deadline_ = std::max(deadline_, deadline);
  return longer;
}

Look Look::apart(Deadline deadline) const {
  return {routes_, std::max(deadline_, deadline)};
}

Awaitable<std::vector<dbus::Reply>> Look::ask(std::vector<Request> requests) const {
  const auto notes = notes_;
  std::vector<std::optional<dbus::Reply>> answers(requests.size());
  std::vector<Request> open;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (auto* note = notes->find(requests[i])) {
      note->used = true;
      answers[i] = copy(note->reply);
    } else {
      open.push_back(requests[i]);
    }
  }
  std::vector<dbus::Reply> replies;
  if (!open.empty()) replies = co_await routes_->ask(std::move(open), deadline_);
  auto reply = replies.begin();
  std::vector<dbus::Reply> all;
  all.reserve(requests.size());
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (!answers[i]) {
      answers[i] = copy(*reply);
      notes->add(std::move(requests[i]), std::move(*reply), true);
      ++reply;
    }
    all.push_back(std::move(*answers[i]));
  }
  co_return all;
}

Awaitable<dbus::Reply> Look::ask(Request request) const {
  auto replies = co_await ask(just(std::move(request)));
  co_return std::move(replies.front());
}

Awaitable<dbus::Reply> Look::ask_again(Request request) const {
  auto replies = co_await routes_->ask(just(std::move(request)), deadline_);
  co_return std::move(replies.front());
}

void Look::ask_ahead(const boost::asio::any_io_executor& executor, std::vector<Request> requests) const {
  if (requests.empty()) return;
  notes_->ahead.emplace(executor, Deadline::max());
  // Not at once: the caller has requests to the display to send, and sending takes a while.
  boost::asio::post(executor, [executor, look = *this, requests = std::move(requests)]() mutable {
    boost::asio::co_spawn(executor, carry(std::move(look), std::move(requests)), boost::asio::detached);
  });
}

Awaitable<void> Look::carry(Look look, std::vector<Request> requests) {
  auto replies = co_await look.routes_->ask(requests, look.deadline_);
  for (std::size_t i = 0; i < requests.size(); ++i) {
    look.notes_->add(std::move(requests[i]), std::move(replies[i]), false);
  }
  look.notes_->arrived = true;
  look.notes_->ahead->cancel();
}

Awaitable<void> Look::answered_ahead() const {
  const auto notes = notes_;
  if (!notes->ahead || notes->arrived) co_return;
  co_await notes->ahead->async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
}

std::vector<Request> Look::asked() const {
  std::vector<Request> requests;
  for (const auto& note : notes_->notes) {
    if (note.used && requests.size() < max_ahead) requests.push_back(note.request);
  }
  return requests;
}

}  // namespace interlock::a11y
