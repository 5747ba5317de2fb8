/// The records of a run: interlockd's audit log, the X server's events, and the agents' own logs.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace interlock::soak {

/// A JSON-lines or text file that grows; returns each complete line once.
class Growing {
 public:
  explicit Growing(std::string path) : path_(std::move(path)) {}
  std::vector<std::string> new_lines();

 private:
  std::string path_;
  std::uint64_t offset_ = 0;
};

/// One action of the audit log. Times in microseconds since 1970.
struct Record {
  std::string id, agent, action, decision, outcome, refusal;
  std::int64_t begin = 0;
  std::int64_t end = -1;  ///< none: interlockd ended during the action
  bool dry_run = false, executed = false;
  int buttons = 0;  ///< presses that the action makes if it is done

  /// Whether this action may have caused an event.
  bool may_inject() const;
};

class Audit {
 public:
  explicit Audit(const std::string& path) : file_(path) {}
  void read_on();
  const std::vector<Record>& records() const { return records_; }

 private:
  Growing file_;
  std::vector<Record> records_;  ///< ordered by begin
  std::map<std::string, std::size_t> open_;
};

/// An event of XTEST's devices, as soak_watch saw it.
struct Event {
  std::string kind;
  int detail = 0;
  std::int64_t at = 0;
};
Event event_of(const std::string& line);

/// Questions and answers in an agent's log.
struct Reply {
  std::string what, decision, code, outcome, error;
  std::int64_t at = 0;
  double ms = 0;
  bool executed = false;
};
struct Talk {
  std::string agent;
  int asked = 0;
  int lost = 0;  ///< no answer, because the connection ended
  int twice = 0, unasked = 0;
  int unanswered = 0;  ///< no answer, and no reason
  bool ended = false;  ///< the log is complete: requests without an answer stay unanswered
  std::vector<Reply> replies;
};
Talk talk_of(const std::string& agent, const std::string& log);

}  // namespace interlock::soak
