#include <libpq-fe.h>

#include "clients/console/history_store.h"

namespace interlock::console {

namespace {

/// Consoles that start at once make it one after the other, and a user who may make none can use one that is there.
constexpr auto pg_table = R"(
  SET client_min_messages = warning;
  DO $$ BEGIN
    IF to_regclass('interlock_history') IS NULL THEN
      PERFORM pg_advisory_xact_lock(hashtext('interlock_history'));
      CREATE TABLE IF NOT EXISTS interlock_history (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at TEXT COLLATE "C" NOT NULL, desktop TEXT NOT NULL, entry JSONB NOT NULL);
      CREATE INDEX IF NOT EXISTS interlock_history_at ON interlock_history (at);
    END IF;
  END $$)";

struct ClearResult {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Result = std::unique_ptr<PGresult, ClearResult>;

class PostgresHistory : public HistoryStore {
 public:
  ~PostgresHistory() override { PQfinish(connection_); }

  tl::expected<void, Error> open(const std::string& connection) {
    // What the connection string says comes last and counts.
    const char* keys[] = {"connect_timeout", "tcp_user_timeout", "options", "application_name", "dbname", nullptr};
    const char* values[] = {"5",    "10000", "-c statement_timeout=10000", "interlock-console", connection.c_str(),
                            nullptr};
    connection_ = PQconnectdbParams(keys, values, 1);
    if (PQstatus(connection_) != CONNECTION_OK) return failed();
    const Result made(PQexec(connection_, pg_table));
    if (PQresultStatus(made.get()) != PGRES_COMMAND_OK) return failed();
    return {};
  }

  tl::expected<void, Error> add(const HistoryEntry& entry) override {
    const char* values[] = {entry.at.c_str(), entry.desktop.c_str(), entry.text.c_str()};
    const Result done(run("INSERT INTO interlock_history (at, desktop, entry) VALUES ($1, $2, $3)", 3, values));
    if (PQresultStatus(done.get()) != PGRES_COMMAND_OK) return failed();
    return {};
  }

  tl::expected<std::vector<std::string>, Error> before(const std::string& at, std::size_t count) override {
    const std::string most = std::to_string(count);
    const char* values[] = {at.c_str(), most.c_str()};
    const Result rows(
        run("SELECT entry FROM interlock_history WHERE at < $1 ORDER BY at DESC, id DESC LIMIT $2", 2, values));
    if (PQresultStatus(rows.get()) != PGRES_TUPLES_OK) return tl::unexpected(failed().value());
    std::vector<std::string> found;
    for (int row = 0; row < PQntuples(rows.get()); ++row) found.emplace_back(PQgetvalue(rows.get(), row, 0));
    return found;
  }

 private:
  Result run(const char* sql, int count, const char* const* values) {
    return Result(PQexecParams(connection_, sql, count, nullptr, values, nullptr, nullptr, 0));
  }
  /// Without the connection string, which may have a password in it.
  tl::unexpected<Error> failed() const {
    std::string why = PQerrorMessage(connection_);
    while (!why.empty() && why.back() == '\n') why.pop_back();
    return tl::unexpected(Error{"the history cannot be kept: " + why, "PostgreSQL", {}});
  }

  PGconn* connection_ = nullptr;
};

}  // namespace

OpenedHistory open_postgres(const std::string& connection) {
  auto store = std::make_unique<PostgresHistory>();
  if (auto opened = store->open(connection); !opened) return tl::unexpected(opened.error());
  return store;
}

}  // namespace interlock::console
