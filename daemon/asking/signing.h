/// The signed part of asking: the statement of a question, and whether an answer is an approver's signature of it. A
/// yes is on record before it counts. On the daemon's loop.
#pragma once

#include <boost/json.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include <tl/expected.hpp>

#include "approval/signed_yes.h"
#include "daemon/asking/counters.h"
#include "daemon/asking/question.h"
#include "values/error.h"

namespace interlock::daemon {

/// What came of an answer over the questions socket.
struct SignedReply {
  enum class How : std::uint8_t { approved, counted, denied, refused, no_such_question };
  How how = How::refused;
  std::string why = {};       ///< of `refused`, for people
  std::string approver = {};  ///< who signed
  std::uint32_t signatures = 0, needed = 1;
};

/// Everything that an approver is shown.
approval::Rows shown_rows(const Question& question);
/// What the policy's `quorum` names it by: its rule, its consequence, the rules of its parts.
approval::Classes classes_of(const Question& question);

class Signing {
 public:
  using Record = std::function<tl::expected<void, Error>(const boost::json::object&)>;
  using Time = std::chrono::steady_clock::time_point;
  Signing();

  /// `desktop`: what approvers know it by. `record`: writes a note to the audit log. `counters`: file for the counters
  /// of authenticators; empty: they are forgotten with this daemon.
  void set_up(std::string desktop, Record record, std::string counters = {});
  void set_policy(std::shared_ptr<const approval::Approvers> approvers, std::string policy_digest);
  const approval::Approvers& approvers() const { return *approvers_; }
  const std::string& start() const { return start_; }
  const std::string& policy_digest() const { return policy_; }

  /// How many approvers must sign a yes to it; at least 1.
  std::uint32_t needed(const Question& question) const;
  /// True if the policy names a quorum for it, so that nothing but signatures approves it.
  bool has_quorum(const Question& question) const { return quorum_of(*approvers_, classes_of(question)) > 0; }

  approval::Statement statement(const std::string& id, const Question& question, Time closes) const;
  enum class Whose : std::uint8_t {
    who_may,      ///< of an approver whom the policy lets approve this
    any_approver  ///< of each of them: it makes nothing possible
  };
  /// The approver who signed this statement of this question, with the yes on record; or why it does not count.
  tl::expected<std::string, std::string> take(const Question& question, const approval::Statement& statement,
                                              const approval::SignedYes& yes, Whose whose = Whose::who_may);

 private:
  std::string start_;  ///< random
  Time started_ = std::chrono::steady_clock::now();
  std::string desktop_ = "unknown", policy_;
  Record record_;
  std::shared_ptr<const approval::Approvers> approvers_;
  Counters counters_;
};

}  // namespace interlock::daemon
