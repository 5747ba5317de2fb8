#include "daemon/asking/remembered_answers.h"

#include <algorithm>

namespace interlock::daemon {

const RememberedAnswers::Answer* RememberedAnswers::find(std::deque<Answer>& answers, const std::string& session,
                                                         const std::string& about, Time now) {
  std::erase_if(answers, [&](const Answer& answer) { return answer.until <= now; });
  const auto found = std::find_if(answers.begin(), answers.end(), [&](const Answer& answer) {
    return answer.session == session && answer.about == about;
  });
  return found == answers.end() ? nullptr : &*found;
}

void RememberedAnswers::add(std::deque<Answer>& answers, Answer answer) {
  if (answer.about.empty() || answer.about.size() > longest_about) return;
  std::erase_if(answers, [&](const Answer& old) { return old.session == answer.session && old.about == answer.about; });
  answers.push_back(std::move(answer));
  if (answers.size() > most) answers.pop_front();
}

std::optional<RememberedAnswers::Recalled> RememberedAnswers::recall(const std::string& session,
                                                                     const std::string& about, Time now) {
  if (const Answer* no = find(no_, session, about, now)) return Recalled{false, no->why, no->word};
  if (const Answer* yes = find(yes_, session, about, now)) return Recalled{true, yes->why};
  return std::nullopt;
}

void RememberedAnswers::approved(const std::string& session, const std::string& about, const Lifespan& lifespan,
                                 Time now) {
  in_a_row_.erase(session);
  if (!lifespan.lasts()) return;
  const bool forever = lifespan.kind == Lifespan::Kind::session;
  add(yes_,
      {session, about, forever ? Time::max() : now + lifespan.span, "approved before, " + lifespan_text(lifespan)});
}

std::uint32_t RememberedAnswers::denied(const std::string& session, const std::string& about, const std::string& word,
                                        std::chrono::seconds memory, Time now) {
  // A denial revokes a lasting approval of the same action (it was requested before the approval).
  std::erase_if(yes_, [&](const Answer& yes) { return yes.session == session && yes.about == about; });
  if (memory.count() > 0) add(no_, {session, about, now + memory, "the same was denied a moment ago", word});
  return ++in_a_row_[session];
}

void RememberedAnswers::forget_session(const std::string& session) {
  const auto theirs = [&](const Answer& answer) { return answer.session == session; };
  std::erase_if(yes_, theirs);
  std::erase_if(no_, theirs);
  in_a_row_.erase(session);
}

void RememberedAnswers::forget_all() {
  yes_.clear();
  no_.clear();
  in_a_row_.clear();
}

}  // namespace interlock::daemon
