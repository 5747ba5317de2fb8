/// The records of one session in the audit log, from its first to its last.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/message.h"

namespace interlock::cli {

/// The numbers of sessions restart with interlockd; the run distinguishes sessions with the same number.
struct SessionRecords {
  std::string run;  ///< when interlockd was started; empty: the log does not go back that far
  /// In the order of the log: actions and tool calls, with begin and end merged (no `ended`: never completed) and the
  /// note about the picture as `picture`; and notes that concern the session (pause, resume, halt, reload, stop, its
  /// screenshots).
  std::vector<ipc::json::object> records;
};

/// Takes the log's lines, oldest first.
class SessionReader {
 public:
  explicit SessionReader(std::string session) : session_(std::move(session)) {}
  void line(std::string_view text);
  /// The runs in which the session acted, oldest first.
  std::vector<SessionRecords> finish();

 private:
  void note(ipc::json::object record);
  /// Returns null if this session and run have no such action.
  ipc::json::object* begun(const std::string& id);
  void end_run();

  std::string session_;
  SessionRecords current_;
  std::vector<SessionRecords> runs_;
};

}  // namespace interlock::cli
