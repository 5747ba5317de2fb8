/// The audit log: JSON lines, append-only, a `begin` record on disk before an action and an `end` record after it.
/// What cannot be recorded is not done. A log that somebody else moved, deleted, cut or extended is taken up again
/// under its own name, with a note of what happened (`log_disturbed`); where that fails, so does the record.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "gate/error.h"

namespace interlock::daemon {

class Audit {
 public:
  /// Opens (makes, 0600 in a 0700 folder) DIR/audit.jsonl for appending; takes a lock, so that two daemons never share
  /// one. A last line cut short by a crash is closed with a newline and noted.
  static tl::expected<std::unique_ptr<Audit>, gate::Error> open(const std::string& dir);
  ~Audit();

  /// Writes {"record":"begin","id":...,"time":...} plus `fields`, in one write(2) that reached the kernel when this
  /// returns. The error means: do not act. Ids are unique across restarts and sort by time.
  tl::expected<std::string, gate::Error> begin(boost::json::object fields);
  /// Writes the matching {"record":"end"}. An error is for the log; the act has happened.
  tl::expected<void, gate::Error> end(const std::string& id, boost::json::object fields);
  /// One record of something that is not an action: start, stop, reload, pause, session opened.
  tl::expected<void, gate::Error> note(std::string_view what, boost::json::object fields);

  const std::string& path() const;
  /// Why the last record could not be written; nothing when it could.
  const std::optional<gate::Error>& trouble() const;

 private:
  struct Impl;
  Audit(std::unique_ptr<Impl> impl, std::string path);
  std::unique_ptr<Impl> impl_;
  std::string path_;
};

/// The record of one action out of the log at `path`, begin and end merged: `time` of the begin, `ended` of the end
/// (absent: interrupted); an error when there is none.
tl::expected<boost::json::object, gate::Error> find_record(const std::string& path, const std::string& id);

/// Where the log is unless the policy says otherwise: $XDG_STATE_HOME/interlock or ~/.local/state/interlock.
std::string default_audit_dir();

}  // namespace interlock::daemon
