/// Which messages bring the broker from what it has to the open questions of interlockd. Pure.
#pragma once

#include <boost/json.hpp>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clients/broker/link.h"

namespace interlock::bridge {

class Outbox {
 public:
  explicit Outbox(std::string desktop) : desktop_(std::move(desktop)) {}

  /// What to publish, in this order, now that these questions are open (the answer of the method `questions`).
  /// `picture` returns the PNG of a question's target. A question goes out with its picture before it, again when it
  /// has more signatures, and is withdrawn when it is not open any more; it expires at the broker at its deadline.
  std::vector<broker::Message> update(const boost::json::array& questions,
                                      const std::function<std::optional<std::string>(const std::string& id)>& picture);
  /// The same for the question whose yes pauses this desktop (`pause` in that answer); null: there is none.
  std::vector<broker::Message> update_pause(const boost::json::value* question);
  /// A connection was lost: everything goes out again.
  void forget_published();
  /// What to publish if the broker keeps a question that is not open: of an earlier run, or sent again late.
  std::vector<broker::Message> withdraw_unknown(const std::string& id) const;

  std::size_t open() const { return published_.size(); }

 private:
  std::vector<broker::Message> withdrawal(const std::string& id) const;

  std::string desktop_;
  std::map<std::string, boost::json::value> published_;  ///< by id: who had signed when it was published
  std::string pause_;                                    ///< the id of what was published; empty: nothing
};

}  // namespace interlock::bridge
