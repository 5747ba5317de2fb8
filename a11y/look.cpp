#include "a11y/look.h"

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

Awaitable<void> Look::ask_ahead(std::vector<Question> questions) const {
  const auto notes = notes_;
  auto replies = co_await routes_->ask(questions, deadline_);
  for (std::size_t i = 0; i < questions.size(); ++i) {
    notes->add(std::move(questions[i]), std::move(replies[i]), false);
  }
}

std::vector<Question> Look::asked() const {
  std::vector<Question> questions;
  for (const auto& note : notes_->notes) {
    if (note.used && questions.size() < max_ahead) questions.push_back(note.question);
  }
  return questions;
}

}  // namespace interlock::a11y
