/// What the audit log says of one session, from its first record to its last.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ipc/message.h"

namespace interlock::cli {

/// Sessions are numbered anew each time interlockd starts: one is told from another by the run that it was in.
struct SessionRecords {
  std::string run;  ///< when interlockd was started; empty: the log does not go back that far
  /// In the order of the log: an action or a call of a tool, its begin and end made one (no `ended`: never completed)
  /// and the note about its picture as `picture`,
  /// and notes that matter to it (pause, resume, halt, reload, stop, its screenshots).
  std::vector<ipc::json::object> records;
};

/// Takes the log's lines, oldest first.
class SessionReader {
 public:
  explicit SessionReader(std::string session) : session_(std::move(session)) {}
  void line(std::string_view text);
  /// The runs in which the session did something, oldest first.
  std::vector<SessionRecords> finish();

 private:
  void note(ipc::json::object record);
  /// Null: no such action of this session and run.
  ipc::json::object* begun(const std::string& id);
  void end_run();

  std::string session_;
  SessionRecords current_;
  std::vector<SessionRecords> runs_;
};

}  // namespace interlock::cli
