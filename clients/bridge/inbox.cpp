#include "clients/bridge/inbox.h"

#include "approval/digest.h"
#include "clients/broker/messages.h"

namespace interlock::bridge {

Fate Inbox::take(std::string_view payload, const std::string& correlation) {
  auto answer = broker::read_answer(payload);
  if (!answer) return Drop{answer.error()};
  const std::string digest = approval::sha256_hex(approval::sha256_bytes(payload) + correlation);
  if (const auto known = results_.find(digest); known != results_.end()) return Repeat{known->second};
  results_[digest];
  order_.push_back(digest);
  if (order_.size() > most) {
    results_.erase(order_.front());
    order_.pop_front();
  }
  return Forward{std::move(*answer), digest};
}

void Inbox::done(const std::string& digest, std::string result) {
  if (const auto known = results_.find(digest); known != results_.end()) known->second = std::move(result);
}

}  // namespace interlock::bridge
