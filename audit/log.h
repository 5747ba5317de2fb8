/// The audit log: JSON lines, append-only, a `begin` record on disk before an action and an `end` record after it.
/// What cannot be recorded is not done. Each record carries the digest of the one before it (link.h). A log that
/// somebody else moved, deleted, cut or extended is taken up again under its own name, with a note of what happened
/// (`log_disturbed`); where that fails, so does the record.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::audit {

/// Where the chain of records stands.
struct Head {
  std::string link;           ///< of the newest record: what the next one will carry
  std::uint64_t records = 0;  ///< written since the log was opened
};

struct LogOptions {
  /// A file that has grown beyond this becomes DIR/audit-ID.jsonl, and a new one goes on with the chain.
  std::uint64_t rotate_bytes = 64ULL << 20;
  /// Is told the head, so that it stands where whoever rewrites the log cannot reach: after a record when the last
  /// telling is 256 records or a minute ago, after a rotation, and by Log::tell_head().
  std::function<void(const Head&)> tell_head;
  /// Called after the log was taken up again, with what somebody else did to its file.
  std::function<void(const std::string& how)> disturbed = [](const std::string&) {};
};

class Log {
 public:
  /// Opens (makes, 0600 in a 0700 folder) DIR/audit.jsonl for appending; takes a lock, so that two daemons never share
  /// one. A last line cut short by a crash is closed with a newline and noted.
  static tl::expected<std::unique_ptr<Log>, Error> open(const std::string& dir, LogOptions options = {});
  ~Log();

  /// Writes {"prev":...,"record":"begin","id":...,"time":...} plus `fields`, in one write(2) that reached the kernel
  /// when this returns. The error means: do not act. Ids are unique across restarts and sort by time.
  tl::expected<std::string, Error> begin(const boost::json::object& fields);
  /// Writes the matching {"record":"end"}. An error is for the log; the act has happened.
  tl::expected<void, Error> end(const std::string& id, const boost::json::object& fields);
  /// One record of something that is not an action: start, stop, reload, pause, session opened.
  tl::expected<void, Error> note(std::string_view what, const boost::json::object& fields);

  void tell_head();
  const std::string& path() const;
  const Head& head() const;
  /// Why the last record could not be written; nothing when it could.
  const std::optional<Error>& trouble() const;

 private:
  struct Impl;
  Log(std::unique_ptr<Impl> impl, std::string path);
  std::unique_ptr<Impl> impl_;
  std::string path_;
};

}  // namespace interlock::audit
