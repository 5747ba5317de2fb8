/// Where the console keeps its history: a table of PostgreSQL, or of SQLite in a file.
#pragma once

#include <boost/json.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::console {

struct HistoryEntry {
  std::string at;       ///< RFC 3339, UTC, with microseconds: sorts as text
  std::string desktop;  ///< behind a broker; else empty
  std::string text;     ///< the entry as JSON
};

/// One connection. Blocking; a server that does not answer is given up after some seconds.
class HistoryStore {
 public:
  virtual ~HistoryStore() = default;
  virtual tl::expected<void, Error> add(const HistoryEntry& entry) = 0;
  /// The `count` newest entries before this time, as JSON, newest first.
  virtual tl::expected<std::vector<std::string>, Error> before(const std::string& at, std::size_t count) = 0;
};

using OpenedHistory = tl::expected<std::unique_ptr<HistoryStore>, Error>;

/// True for a connection string of PostgreSQL ("postgresql://...", "host=... dbname=..."); else it is a file.
bool is_postgres(const std::string& where);
/// Opens the store and makes its table if it is missing.
OpenedHistory open_history(const std::string& where);

// Of the files that know one database each; in programs without libpq the first one is an error.
OpenedHistory open_postgres(const std::string& connection);
OpenedHistory open_sqlite(const std::string& file);

}  // namespace interlock::console
