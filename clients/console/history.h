/// What happened, for the page's history: kept in memory, and written to a store by a thread of its own, so that a slow
/// or missing database delays nothing.
#pragma once

#include <boost/json.hpp>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include <tl/expected.hpp>

#include "clients/console/history_store.h"

namespace interlock::console {

class History {
 public:
  static constexpr std::size_t most_shown = 200;      ///< recent() returns, and older() at once
  static constexpr std::size_t most_waiting = 5'000;  ///< entries that wait for the store; further ones are lost

  /// `where`: a connection string of PostgreSQL or a file; empty: in memory alone. The newest entries of the store are
  /// read. The error says why it cannot be opened. `lost`: called for each entry that the store did not get.
  static tl::expected<std::unique_ptr<History>, Error> open(const std::string& where, std::function<void()> lost);
  ~History();

  /// An entry has `time` (else now). From any thread; does not wait.
  void add(boost::json::object entry, const std::string& desktop);
  /// The newest, newest first.
  boost::json::array recent() const;
  /// The entries of the store before this time. Waits.
  tl::expected<boost::json::array, Error> older(const std::string& time) const;

 private:
  History(std::string where, std::function<void()> lost) : where_(std::move(where)), lost_(std::move(lost)) {}
  void run(std::unique_ptr<HistoryStore> store);
  /// Nothing: this object ends.
  std::optional<HistoryEntry> next();
  /// False: this object ends.
  bool pause();

  const std::string where_;
  const std::function<void()> lost_;
  mutable std::mutex guard_;
  std::condition_variable changed_;
  std::deque<boost::json::object> recent_;
  std::deque<HistoryEntry> waiting_;
  bool stop_ = false;
  std::thread thread_;
};

}  // namespace interlock::console
