#include "clients/console/history.h"

#include <array>
#include <chrono>
#include <ctime>
#include <iostream>
#include <optional>

namespace interlock::console {

namespace json = boost::json;
using namespace std::chrono_literals;

namespace {

constexpr auto between_stores = 2s;
constexpr auto after_all = "9";  // later than any time, as text

/// As interlockd writes times.
std::string history_time() {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto part = std::chrono::duration_cast<std::chrono::microseconds>(now.time_since_epoch()).count() % 1'000'000;
  std::tm utc{};
  ::gmtime_r(&seconds, &utc);
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &utc);
  const std::string digits = std::to_string(1'000'000 + part);
  return text.data() + ("." + digits.substr(1)) + "Z";
}

/// PostgreSQL has no U+0000 in texts, and would refuse the whole entry.
std::string without_nul(std::string_view text) {
  std::string made;
  for (const char c : text) c == '\0' ? made += "\uFFFD" : made += c;
  return made;
}

void take_out_nul(json::value& value) {
  if (auto* text = value.if_string()) *text = without_nul(*text);
  if (auto* list = value.if_array()) {
    for (json::value& each : *list) take_out_nul(each);
  }
  if (auto* object = value.if_object()) {
    json::object clean;
    for (auto& [key, each] : *object) {
      take_out_nul(each);
      clean[without_nul(key)] = std::move(each);
    }
    *object = std::move(clean);
  }
}

json::array objects_of(const std::vector<std::string>& texts) {
  json::array all;
  for (const std::string& text : texts) {
    boost::system::error_code wrong;
    auto value = json::parse(text, wrong);
    if (!wrong && value.is_object()) all.push_back(std::move(value));
  }
  return all;
}

}  // namespace

bool is_postgres(const std::string& where) {
  return where.starts_with("postgresql://") || where.starts_with("postgres://") ||
         (!where.starts_with('/') && where.find('=') != where.npos);
}

OpenedHistory open_history(const std::string& where) {
  return is_postgres(where) ? open_postgres(where) : open_sqlite(where);
}

tl::expected<std::unique_ptr<History>, Error> History::open(const std::string& where, std::function<void()> lost) {
  std::unique_ptr<History> history(new History(where, std::move(lost)));
  if (where.empty()) return history;
  auto store = open_history(where);
  if (!store) return tl::unexpected(store.error());
  auto newest = (*store)->before(after_all, most_shown);
  if (!newest) return tl::unexpected(newest.error());
  for (json::value& each : objects_of(*newest)) history->recent_.push_back(std::move(each.get_object()));
  history->thread_ =
      std::thread([raw = history.get(), made = std::move(*store)]() mutable { raw->run(std::move(made)); });
  return history;
}

History::~History() {
  {
    const std::lock_guard lock(guard_);
    stop_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void History::add(json::object entry, const std::string& desktop) {
  if (!desktop.empty()) entry["desktop"] = desktop;
  if (!entry.contains("time")) entry["time"] = history_time();
  json::value cleaned = std::move(entry);
  take_out_nul(cleaned);
  entry = std::move(cleaned.get_object());
  const auto* time = entry["time"].if_string();
  const std::string at = time == nullptr ? history_time() : std::string(*time);
  bool lost = false;
  {
    const std::lock_guard lock(guard_);
    if (!where_.empty()) {
      lost = waiting_.size() >= most_waiting;
      if (!lost) waiting_.push_back({at, desktop, json::serialize(entry)});
    }
    recent_.push_front(std::move(entry));
    if (recent_.size() > most_shown) recent_.pop_back();
  }
  if (lost) lost_();
  changed_.notify_all();
}

json::array History::recent() const {
  const std::lock_guard lock(guard_);
  json::array all;
  for (const auto& each : recent_) all.push_back(each);
  return all;
}

/// By a connection of its own: the other one may be held by a server that does not answer.
tl::expected<json::array, Error> History::older(const std::string& time) const {
  if (where_.empty()) return json::array();
  auto store = open_history(where_);
  if (!store) return tl::unexpected(store.error());
  const auto found = (*store)->before(time, most_shown);
  if (!found) return tl::unexpected(found.error());
  return objects_of(*found);
}

/// An entry stays at the front until the store has it.
std::optional<HistoryEntry> History::next() {
  std::unique_lock lock(guard_);
  changed_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
  return waiting_.empty() ? std::nullopt : std::optional(waiting_.front());
}

bool History::pause() {
  std::unique_lock lock(guard_);
  return !changed_.wait_for(lock, between_stores, [this] { return stop_; });
}

void History::run(std::unique_ptr<HistoryStore> store) {
  int refused = 0;  // how often a store that is there did not take this entry
  while (const auto entry = next()) {
    const auto added = store ? store->add(*entry) : tl::expected<void, Error>(tl::unexpected(Error{}));
    if (!added && store && ++refused == 1) std::cerr << "interlock-console: " << added.error().text() << std::endl;
    if (added || refused > 1) {
      if (!added) lost_();
      refused = 0;
      const std::lock_guard lock(guard_);
      waiting_.pop_front();
      continue;
    }
    if (!pause()) return;  // what waits is lost; the audit log of each desktop has it
    auto again = open_history(where_);
    store = again ? std::move(*again) : nullptr;
  }
}

}  // namespace interlock::console
