/// The audit log: JSON lines, append-only, a `begin` record before an action and an `end` record after it. An action
/// that cannot be recorded is not carried out. Each record has the digest of the one before it (link.h). If another
/// process moved, deleted, truncated or extended the log, it is opened again under its own name, with a note of what
/// happened
/// (`log_disturbed`); if that fails, the record fails.
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

/// The head of the chain of records.
struct Head {
  std::string link;           ///< of the newest record: `prev` of the next one
  std::uint64_t records = 0;  ///< written since the log was opened
};

struct LogOptions {
  /// A larger file is renamed to DIR/audit-ID.jsonl, and a new file continues the chain.
  std::uint64_t rotate_bytes = 64ULL << 20;
  /// Called with the head, to keep it where somebody who rewrites the log cannot change it: after a record if the last
  /// call was 256 records or a minute ago, after a rotation, and by Log::report_head().
  std::function<void(const Head&)> report_head;
  /// Changes a record before it is written: takes out what must not be in the log.
  std::function<void(boost::json::object&)> filter = [](boost::json::object&) {};
  /// Called after the log was opened again, with what another process did to its file.
  std::function<void(const std::string& how)> disturbed = [](const std::string&) {};
};

class Log {
 public:
  /// Opens DIR/audit.jsonl for appending, or creates it (0600 in a 0700 folder); locks it, so that two daemons never
  /// share one. An incomplete last line, left by a crash, is ended with a newline and noted.
  static tl::expected<std::unique_ptr<Log>, Error> open(const std::string& dir, LogOptions options = {});
  ~Log();

  /// Writes {"prev":...,"record":"begin","id":...,"time":...} and `fields` in one write(2), which has reached the
  /// kernel when this returns. On error the caller must not act. Ids are unique across restarts and sort by time.
  tl::expected<std::string, Error> begin(const boost::json::object& fields);
  /// Writes the matching {"record":"end"}. The action has happened, so an error can only be logged.
  tl::expected<void, Error> end(const std::string& id, const boost::json::object& fields);
  /// Records an event that is not an action: start, stop, reload, pause, session opened.
  tl::expected<void, Error> note(std::string_view what, const boost::json::object& fields);

  void report_head();
  const std::string& path() const;
  const Head& head() const;
  /// Why the last record could not be written; nothing if it was.
  const std::optional<Error>& trouble() const;

 private:
  struct Impl;
  Log(std::unique_ptr<Impl> impl, std::string path);
  std::unique_ptr<Impl> impl_;
  std::string path_;
};

}  // namespace interlock::audit
