#include "audit/log.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <utility>

#include "audit/append_file.h"
#include "audit/files.h"
#include "audit/link.h"
#include "audit/record_id.h"
#include "ipc/encode.h"

namespace interlock::audit {
namespace {

using boost::json::object;

/// Bytes read from the end of the log to find the newest id: more than all records that can be in flight at once.
constexpr std::size_t tail_bytes = 2 * 1024 * 1024;

std::uint64_t wall_clock() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

/// The newest id in `text`, so that ids keep rising if the clock was set back. Ignores an id far in the future: we did
/// not write it, and continuing from it would use up the range.
std::uint64_t newest_id(std::string_view text) {
  constexpr std::string_view key = R"("id":")";
  const std::uint64_t limit = wall_clock() + 366ULL * 86'400 * 1'000'000;
  std::uint64_t newest = 0;
  for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at)) {
    at += key.size();
    const auto id = record_id_value(text.substr(at, text.find('"', at) - at)).value_or(0);
    if (id < limit) newest = std::max(newest, id);
  }
  return newest;
}

}  // namespace

struct Log::Impl {
  std::string dir;
  LogOptions options;
  std::optional<AppendFile> file;
  std::string disturbance;  ///< what happened to the file that we abandoned; noted in the next one
  std::optional<Error> trouble;
  std::uint64_t last_id = 0;
  Head head;
  std::uint64_t told_records = 0;
  std::uint64_t told_at = 0;

  std::string next_id() {
    last_id = std::max(wall_clock(), last_id + 1);
    return record_id(last_id);
  }

  tl::expected<void, Error> write(const object& record, const object& fields) {
    auto done = write_undisturbed(record, fields);
    trouble = done ? std::optional<Error>() : done.error();
    if (done) tell_now_and_then();
    return done;
  }

  tl::expected<void, Error> write_undisturbed(const object& record, const object& fields) {
    if (auto done = append(record, fields); !done) return done;
    // Checked after the write: if the file is in order now, the record is in the log under its own name.
    if (!disturbed()) return {};
    if (auto done = append(record, fields); !done) return done;
    if (!disturbed()) return {};
    return tl::unexpected(Error{"the audit log changed twice while one record was written: " + disturbance, dir,
                                "find out which program touches it; nothing is done without a log"});
  }

  bool disturbed() {
    disturbance = file->disturbance();
    if (disturbance.empty()) return false;
    file.reset();
    return true;
  }

  tl::expected<void, Error> append(const object& record, const object& fields) {
    if (file && file->size() >= options.rotate_bytes && !file->torn()) {
      if (auto done = rotate(); !done) return done;
    }
    if (!file) {
      if (auto opened = open(); !opened) return opened;
    }
    if (file->torn()) {
      if (auto done = append_torn_note(); !done) return done;
    }
    return append_record(record, fields);
  }

  /// The only function that makes a line of a record.
  tl::expected<void, Error> append_record(const object& record, const object& fields) {
    object whole = {{"prev", head.link}};  // first, so that an incomplete line has it, too
    for (const auto* part : {&record, &fields}) {
      if (part == &fields) whole["time"] = record_time(wall_clock());
      for (const auto& [key, value] : *part) whole.emplace(key, value);
    }
    options.filter(whole);
    // Titles and labels may have any bytes. Invalid bytes are never part of JSON's own characters, so they are replaced
    // in the finished line.
    const std::string line = valid_utf8(boost::json::serialize(whole));
    if (auto done = file->append(line + "\n"); !done) return done;
    head.link = link_of(line);
    ++head.records;
    return {};
  }

  tl::expected<void, Error> open() {
    auto opened = AppendFile::open(dir, file_name);
    if (!opened) return tl::unexpected(opened.error());
    last_id = std::max(last_id, newest_id(opened->tail(tail_bytes)));
    file = std::move(*opened);
    if (head.link.empty()) head.link = link_on_disk();
    if (disturbance.empty()) return {};
    if (file->torn()) {
      if (auto done = append_torn_note(); !done) return done;
    }
    const std::string how = std::exchange(disturbance, {});
    if (auto done = append_record(note_of("log_disturbed"), {{"how", how}}); !done) return done;
    options.disturbed(how);
    return {};
  }

  /// The head of the chain when the log was last written. The current file is empty after a crash between the two steps
  /// of a rotation.
  std::string link_on_disk() const {
    const auto files = log_files(dir);
    for (auto path = files.rbegin(); path != files.rend(); ++path) {
      if (const auto line = last_line(*path); !line.empty()) return link_of(line);
    }
    return std::string(no_link);
  }

  tl::expected<void, Error> rotate() {
    const std::string name = rotated_name(next_id());
    // If it cannot be renamed, the log continues in the file that is too large: nothing is lost.
    if (rename(file->path().c_str(), (dir + "/" + name).c_str()) != 0) return {};
    file.reset();
    if (auto opened = open(); !opened) return opened;
    told_at = 0;
    return append_record(note_of("rotated"), {{"from", name}});
  }

  tl::expected<void, Error> append_torn_note() {
    const std::string torn = sha256(file->unfinished());
    return append_record(note_of("torn_line"),
                         {{"torn", torn}, {"how", "a line was cut short, by a crash or a full disk"}});
  }

  void tell_now_and_then() {
    constexpr std::uint64_t records = 256;
    constexpr std::uint64_t minute = 60'000'000;
    const std::uint64_t time = wall_clock();
    const bool backwards = time < told_at;
    if (backwards || head.records - told_records >= records || time - told_at >= minute) tell();
  }

  void tell() {
    told_records = head.records;
    told_at = wall_clock();
    if (options.report_head) options.report_head(head);
  }

  static object note_of(std::string_view what) { return {{"record", "note"}, {"what", what}}; }
};

tl::expected<std::unique_ptr<Log>, Error> Log::open(const std::string& dir, LogOptions options) {
  auto impl = std::make_unique<Impl>();
  impl->dir = dir;
  impl->options = std::move(options);
  if (auto opened = impl->open(); !opened) return tl::unexpected(opened.error());
  return std::unique_ptr<Log>(new Log(std::move(impl), dir + "/" + std::string(file_name)));
}

Log::Log(std::unique_ptr<Impl> impl, std::string path) : impl_(std::move(impl)), path_(std::move(path)) {}
Log::~Log() = default;

tl::expected<std::string, Error> Log::begin(const object& fields) {
  std::string id = impl_->next_id();
  if (auto done = impl_->write({{"record", "begin"}, {"id", id}}, fields); !done) {
    return tl::unexpected(done.error());
  }
  return id;
}

tl::expected<void, Error> Log::end(const std::string& id, const object& fields) {
  return impl_->write({{"record", "end"}, {"id", id}}, fields);
}

tl::expected<void, Error> Log::note(std::string_view what, const object& fields) {
  return impl_->write(Impl::note_of(what), fields);
}

const std::optional<Error>& Log::trouble() const {
  return impl_->trouble;
}

const std::string& Log::path() const {
  return path_;
}

void Log::report_head() {
  impl_->tell();
}

const Head& Log::head() const {
  return impl_->head;
}

}  // namespace interlock::audit
