#include "a11y/look.h"

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
    Question question;
    dbus::Reply reply;
    bool used = false;  ///< asked in this look, not only ahead
  };
  std::vector<Note> notes;
  std::unordered_multimap<std::size_t, std::size_t> places;  ///< by the question's hash
  std::optional<boost::asio::steady_timer> ahead;            ///< cancelled when what was sent ahead is answered
  bool arrived = false;

  static std::size_t hash(const Question& question) {
    return std::hash<std::string>()(question.ref.path) ^ (std::hash<std::string_view>()(question.member) << 1);
  }
  Note* find(const Question& question) {
    const auto [begin, end] = places.equal_range(hash(question));
    for (auto place = begin; place != end; ++place) {
      if (notes[place->second].question == question) return &notes[place->second];
    }
    return nullptr;
  }
  void add(Question question, dbus::Reply reply, bool used) {
    places.emplace(hash(question), notes.size());
    notes.push_back({std::move(question), std::move(reply), used});
  }
};

Look::Look(std::shared_ptr<Routes> routes, Deadline deadline)
    : routes_(std::move(routes)), deadline_(deadline), notes_(std::make_shared<Notes>()) {}

Awaitable<std::vector<dbus::Reply>> Look::ask(std::vector<Question> questions) const {
  const auto notes = notes_;
  std::vector<std::optional<dbus::Reply>> answers(questions.size());
  std::vector<Question> open;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (auto* note = notes->find(questions[i])) {
      note->used = true;
      answers[i] = copy(note->reply);
    } else {
      open.push_back(questions[i]);
    }
  }
  std::vector<dbus::Reply> replies;
  if (!open.empty()) replies = co_await routes_->ask(std::move(open), deadline_);
  auto reply = replies.begin();
  std::vector<dbus::Reply> all;
  all.reserve(questions.size());
  for (std::size_t i = 0; i < questions.size(); ++i) {
    if (!answers[i]) {
      answers[i] = copy(*reply);
      notes->add(std::move(questions[i]), std::move(*reply), true);
      ++reply;
    }
    all.push_back(std::move(*answers[i]));
  }
  co_return all;
}

Awaitable<dbus::Reply> Look::ask(Question question) const {
  auto replies = co_await ask(just(std::move(question)));
  co_return std::move(replies.front());
}

Awaitable<dbus::Reply> Look::ask_again(Question question) const {
  auto replies = co_await routes_->ask(just(std::move(question)), deadline_);
  co_return std::move(replies.front());
}

void Look::ask_ahead(const boost::asio::any_io_executor& executor, std::vector<Question> questions) const {
  if (questions.empty()) return;
  notes_->ahead.emplace(executor, Deadline::max());
  // Not at once: the caller has the display to ask, and sending takes a while.
  boost::asio::post(executor, [executor, look = *this, questions = std::move(questions)]() mutable {
    boost::asio::co_spawn(executor, carry(std::move(look), std::move(questions)), boost::asio::detached);
  });
}

Awaitable<void> Look::carry(Look look, std::vector<Question> questions) {
  auto replies = co_await look.routes_->ask(questions, look.deadline_);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    look.notes_->add(std::move(questions[i]), std::move(replies[i]), false);
  }
  look.notes_->arrived = true;
  look.notes_->ahead->cancel();
}

Awaitable<void> Look::answered_ahead() const {
  const auto notes = notes_;
  if (!notes->ahead || notes->arrived) co_return;
  co_await notes->ahead->async_wait(boost::asio::as_tuple(boost::asio::use_awaitable));
}

std::vector<Question> Look::asked() const {
  std::vector<Question> questions;
  for (const auto& note : notes_->notes) {
    if (note.used && questions.size() < max_ahead) questions.push_back(note.question);
  }
  return questions;
}

}  // namespace interlock::a11y
