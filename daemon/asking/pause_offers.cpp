#include "daemon/asking/pause_offers.h"

#include <algorithm>

#include "approval/pause.h"
#include "approval/rows_json.h"
#include "ipc/nonce.h"

namespace interlock::daemon {

namespace json = boost::json;

namespace {

constexpr std::size_t offer_id_digits = 32;  // 128 bits

const Question& pause_question() {
  static const Question question{.session = "",
                                 .headline = "Pause all agents of this desktop",
                                 .agent = "interlock",
                                 .rule = "pause",
                                 .reason =
                                     "An approver takes over. Agents do nothing and see nothing until a person "
                                     "at the desktop resumes them",
                                 .done = approval::pause_done()};
  return question;
}

}  // namespace

void PauseOffers::drop_void(Time now) {
  std::erase_if(offers_, [&](const Offer& each) {
    return each.closes <= now || each.statement.policy != signing_.policy_digest();
  });
}

std::optional<json::object> PauseOffers::offer(Time now) {
  drop_void(now);
  if (signing_.approvers().list.empty()) return std::nullopt;
  if (offers_.empty() || offers_.back().closes - now < lifetime / 2) {
    const std::string id = ipc::nonce(offer_id_digits);
    offers_.push_back({id, signing_.statement(id, pause_question(), now + lifetime), now + lifetime});
  }
  const Offer& newest = offers_.back();
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(newest.closes - now);
  return json::object{{"id", newest.id},
                      {"session", ""},
                      {"record", ""},
                      {"headline", pause_question().headline},
                      {"agent", pause_question().agent},
                      {"rule", pause_question().rule},
                      {"consequence", ""},
                      {"statement", serialize(newest.statement)},
                      {"shown", approval::rows_json(shown_rows(pause_question()))},
                      {"done", approval::rows_json(pause_question().done)},
                      {"picture", false},
                      {"lifespans", json::array{"once"}},
                      {"needed", 1},
                      {"signed_by", json::array()},
                      {"expires_in_ms", left.count()}};
}

bool PauseOffers::is_open(const std::string& id, Time now) {
  drop_void(now);
  return std::any_of(offers_.begin(), offers_.end(), [&](const Offer& each) { return each.id == id; });
}

SignedReply PauseOffers::take(const std::string& id, const approval::SignedYes& yes, Time now) {
  using How = SignedReply::How;
  drop_void(now);
  const auto offer = std::find_if(offers_.begin(), offers_.end(), [&](const Offer& each) { return each.id == id; });
  if (offer == offers_.end()) return {.how = How::no_such_question};
  const auto approver = signing_.take(pause_question(), offer->statement, yes, Signing::Whose::any_approver);
  if (!approver) return {.how = How::refused, .why = approver.error()};
  offers_.erase(offer);
  return {.how = How::approved, .approver = *approver, .signatures = 1};
}

}  // namespace interlock::daemon
