#include <filesystem>

#include <sqlite3.h>
#include <sys/stat.h>

#include "clients/console/history_store.h"

namespace interlock::console {

namespace {

constexpr int busy_ms = 5'000;
/// With a log of its own, so that who reads older entries and who adds new ones do not wait for each other.
constexpr auto table = R"(
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS interlock_history (id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, desktop TEXT NOT NULL, entry TEXT NOT NULL);
  CREATE INDEX IF NOT EXISTS interlock_history_at ON interlock_history (at);)";
constexpr int tidy_every = 1'000;  // entries
/// So many are kept, and up to a thousand more: some hundred megabytes at most.
constexpr auto tidy = "DELETE FROM interlock_history WHERE id <= (SELECT max(id) FROM interlock_history) - 200000";

class Statement {
 public:
  Statement(sqlite3* db, const char* sql) { sqlite3_prepare_v2(db, sql, -1, &statement_, nullptr); }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(int at, const std::string& text) {
    sqlite3_bind_text(statement_, at, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
  }
  void bind(int at, std::size_t number) { sqlite3_bind_int64(statement_, at, static_cast<sqlite3_int64>(number)); }
  int step() { return statement_ == nullptr ? SQLITE_ERROR : sqlite3_step(statement_); }
  std::string text(int column) {
    const auto* bytes = sqlite3_column_text(statement_, column);
    return bytes == nullptr ? std::string() : reinterpret_cast<const char*>(bytes);
  }

 private:
  sqlite3_stmt* statement_ = nullptr;
};

class SqliteHistory : public HistoryStore {
 public:
  explicit SqliteHistory(std::string file) : file_(std::move(file)) {}
  ~SqliteHistory() override { sqlite3_close(db_); }

  tl::expected<void, Error> open() {
    std::error_code ignored;
    const auto folder = std::filesystem::path(file_).parent_path();
    if (!folder.empty() && std::filesystem::create_directories(folder, ignored)) ::chmod(folder.c_str(), 0700);
    constexpr int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX;
    if (sqlite3_open_v2(file_.c_str(), &db_, flags, nullptr) != SQLITE_OK) return failed();
    ::chmod(file_.c_str(), 0600);
    sqlite3_busy_timeout(db_, busy_ms);
    if (sqlite3_exec(db_, table, nullptr, nullptr, nullptr) != SQLITE_OK) return failed();
    return {};
  }

  tl::expected<void, Error> add(const HistoryEntry& entry) override {
    Statement insert(db_, "INSERT INTO interlock_history (at, desktop, entry) VALUES (?1, ?2, ?3)");
    insert.bind(1, entry.at);
    insert.bind(2, entry.desktop);
    insert.bind(3, entry.text);
    if (insert.step() != SQLITE_DONE) return failed();
    if (added_++ % tidy_every == 0 && sqlite3_exec(db_, tidy, nullptr, nullptr, nullptr) != SQLITE_OK) return failed();
    return {};
  }

  tl::expected<std::vector<std::string>, Error> before(const std::string& at, std::size_t count) override {
    Statement select(db_, "SELECT entry FROM interlock_history WHERE at < ?1 ORDER BY at DESC, id DESC LIMIT ?2");
    select.bind(1, at);
    select.bind(2, count);
    std::vector<std::string> found;
    int code = SQLITE_ROW;
    while ((code = select.step()) == SQLITE_ROW) found.push_back(select.text(0));
    if (code != SQLITE_DONE) return tl::unexpected(failed().value());
    return found;
  }

 private:
  tl::unexpected<Error> failed() const {
    return tl::unexpected(Error{std::string("the history cannot be kept: ") + sqlite3_errmsg(db_), file_, {}});
  }

  std::string file_;
  sqlite3* db_ = nullptr;
  int added_ = 0;
};

}  // namespace

OpenedHistory open_sqlite(const std::string& file) {
  auto store = std::make_unique<SqliteHistory>(file);
  if (auto opened = store->open(); !opened) return tl::unexpected(opened.error());
  return store;
}

}  // namespace interlock::console
