#include "daemon/api/undo_method.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

#include "audit/record_id.h"
#include "daemon/process/in_thread.h"
#include "daemon/process/pause.h"
#include "daemon/records/undo_care.h"
#include "undo/restore.h"
#include "values/utf8.h"

namespace interlock::daemon {

namespace asio = boost::asio;
namespace json = boost::json;
using std::chrono::steady_clock;
using namespace std::chrono_literals;

namespace {

using Flag = std::shared_ptr<std::atomic<bool>>;

/// Copying a few hundred MB on a slow disk takes minutes.
constexpr auto undo_limit = 10min;
constexpr auto list_limit_undo = 10s;
constexpr std::size_t most_listed = 1000;

json::array listed(const std::vector<std::string>& paths) {
  json::array all;
  for (std::size_t i = 0; i < std::min(paths.size(), most_listed); ++i) all.emplace_back(valid_utf8(paths[i]));
  return all;
}

json::object header_json(const undo::Header& header) {
  json::array paths, texts;
  for (const undo::Place& place : header.places) {
    if (paths.size() < 20) paths.emplace_back(valid_utf8(place.path));
  }
  for (const undo::Text& text : header.texts)
    texts.push_back(json::object{{"field", valid_utf8(text.field)}, {"text", valid_utf8(text.text)}});
  json::object entry = {{"id", header.id},
                        {"time", audit::record_time(static_cast<std::uint64_t>(header.time) * 1'000'000)},
                        {"agent", valid_utf8(header.agent)},
                        {"session", valid_utf8(header.session)},
                        {"summary", valid_utf8(header.summary)},
                        {"paths", std::move(paths)},
                        {"files", header.files},
                        {"bytes", header.bytes}};
  if (!texts.empty()) entry["texts"] = std::move(texts);
  if (!header.secrets.empty()) entry["secrets_left_out"] = header.secrets.size();
  if (!header.undone.empty()) entry["undone"] = true;
  return entry;
}

json::object changes_json(const undo::Changes& changes) {
  return {{"back", listed(changes.back)},
          {"replaced", listed(changes.replaced)},
          {"removed", listed(changes.removed)},
          {"left", listed(changes.left)},
          {"secrets", listed(changes.secrets)},
          {"counts",
           {{"back", changes.back.size()},
            {"replaced", changes.replaced.size()},
            {"removed", changes.removed.size()},
            {"left", changes.left.size()},
            {"secrets", changes.secrets.size()}}}};
}

using Undone = UndoMethod::Undone;

Undone undo_now(const std::string& dir, const ipc::Undo& call, const undo::Care& care) {
  undo::Store store(dir);
  const undo::Wanted wanted{.id = call.id, .exactly = call.exactly};
  const auto header = store.find(call.id);
  if (!header) return tl::make_unexpected(header.error());
  json::object reply = header_json(*header);
  undo::Changes changes;
  if (call.show) {
    auto found = undo::changes_of(store, wanted, care);
    if (!found) return tl::make_unexpected(found.error());
    changes = std::move(*found);
  } else {
    auto done = undo::restore(store, wanted, care, seconds_now());
    if (!done) return tl::make_unexpected(done.error());
    changes = std::move(done->changes);
    reply["replaced_entry"] = done->replaced_entry;
    reply["problems"] = listed(done->problems);
  }
  for (auto& [key, value] : changes_json(changes)) reply[key] = std::move(value);
  return reply;
}

}  // namespace

asio::awaitable<json::object> UndoMethod::list() {
  const auto settings = settings_();
  std::function<json::array(const Flag&)> work = [dir = dir_, settings](const Flag&) {
    undo::Store store(dir);
    store.tidy(seconds_now(), care_of(settings, {}, {}).limits);
    json::array entries;
    for (const undo::Header& header : store.list()) entries.push_back(header_json(header));
    return entries;
  };
  auto entries =
      co_await in_thread<json::array>(std::move(work), undo_threads(), steady_clock::now() + list_limit_undo);
  co_return json::object{{"entries", entries ? std::move(*entries) : json::array()}};
}

asio::awaitable<Undone> UndoMethod::undo(ipc::Undo call, json::object by) {
  if (!call.show) {
    by["entry"] = valid_utf8(call.id);
    note_("undo", std::move(by));  // on record before files change
  }
  const auto settings = settings_();
  const auto deadline = steady_clock::now() + undo_limit;
  std::function<Undone(const Flag&)> work = [dir = dir_, call, settings, deadline](const Flag& abandoned) {
    return undo_now(dir, call, care_of(settings, deadline, abandoned));
  };
  auto done = co_await in_thread<Undone>(std::move(work), undo_threads(), deadline);
  if (!done) co_return tl::make_unexpected(std::string("it takes too long; the file system may hang"));
  if (*done && !call.show) {
    json::object fields = {{"entry", valid_utf8(call.id)}};
    for (const char* key : {"counts", "replaced_entry"}) {
      if ((*done)->contains(key)) fields[key] = (*done)->at(key);
    }
    note_("undone", std::move(fields));
  }
  co_return std::move(*done);
}

asio::awaitable<void> UndoMethod::tidy_always() {
  while (true) {
    const auto limits = care_of(settings_(), {}, {}).limits;
    std::function<bool(const Flag&)> work = [dir = dir_, limits](const Flag&) {
      undo::Store(dir).tidy(seconds_now(), limits);
      return true;
    };
    co_await in_thread<bool>(std::move(work), undo_threads(), steady_clock::now() + list_limit_undo);
    co_await pause_for(10min);
  }
}

}  // namespace interlock::daemon
