/// Approvers elsewhere may pause all agents at any time: there is always a question for that, whose statement they
/// sign. A signature pauses once, on this desktop, since this start, and not after the question's deadline. Time is an
/// argument. docs/decisions/0023-a-pause-from-elsewhere.md says why it is a question.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <deque>
#include <optional>
#include <string>

#include "daemon/asking/signing.h"

namespace interlock::daemon {

class PauseOffers {
 public:
  using Time = Signing::Time;
  /// So long a signature can be kept back and still pause. A new one is offered after half of it.
  static constexpr std::chrono::minutes lifetime{10};

  explicit PauseOffers(Signing& signing) : signing_(signing) {}

  /// With the keys of a question of the method `questions`; nothing: the policy has no approvers.
  std::optional<boost::json::object> offer(Time now);
  /// True if this id was offered and may still be signed.
  bool is_open(const std::string& id, Time now);
  /// `approved`: it is to be paused, the signature is on record, and the id is closed. Any approver may, whatever its
  /// `may` says, and one is enough.
  SignedReply take(const std::string& id, const approval::SignedYes& yes, Time now);

 private:
  struct Offer {
    std::string id;
    approval::Statement statement;
    Time closes;
  };
  /// Of another policy, or too old.
  void drop_void(Time now);

  Signing& signing_;
  std::deque<Offer> offers_;  ///< the newest at the end
};

}  // namespace interlock::daemon
