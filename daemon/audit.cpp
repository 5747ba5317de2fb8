#include "daemon/audit.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <utility>

#include <pwd.h>
#include <unistd.h>

#include "daemon/append_file.h"
#include "daemon/audit_id.h"
#include "ipc/encode.h"

namespace interlock::daemon {
namespace {

using boost::json::object;
using gate::Error;

constexpr std::string_view file_name = "audit.jsonl";

/// How much of the log's end is read for the newest id: more than all records that can be in flight at once.
constexpr std::size_t tail_bytes = 2 * 1024 * 1024;

std::uint64_t wall_clock() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(since).count());
}

/// The newest id in `text`, so that ids go on rising where the clock was set back. An id far ahead is a stranger's
/// line, not ours: following it would use up the range.
std::uint64_t newest_id(std::string_view text) {
  constexpr std::string_view key = R"("id":")";
  const std::uint64_t limit = wall_clock() + 366ULL * 86'400 * 1'000'000;
  std::uint64_t newest = 0;
  for (auto at = text.find(key); at != std::string_view::npos; at = text.find(key, at)) {
    at += key.size();
    const auto id = audit_id_value(text.substr(at, text.find('"', at) - at)).value_or(0);
    if (id < limit) newest = std::max(newest, id);
  }
  return newest;
}

}  // namespace

struct Audit::Impl {
  std::string dir;
  std::optional<AppendFile> file;
  std::string disturbance;  ///< what happened to the file that we gave up; noted in the next one
  std::optional<Error> trouble;
  std::uint64_t last_id = 0;

  std::string next_id() {
    last_id = std::max(wall_clock(), last_id + 1);
    return audit_id(last_id);
  }

  /// The one place where a record becomes a line.
  static std::string line_of(object record, object fields) {
    record["time"] = audit_time(wall_clock());
    for (auto& [key, value] : fields) record.emplace(key, std::move(value));
    // Titles and labels may hold any bytes. No invalid one can be a part of JSON's own characters, so the finished line
    // is mended as a whole.
    return ipc::valid_utf8(boost::json::serialize(record)) + "\n";
  }

  tl::expected<void, Error> write(object record, object fields) {
    auto done = write_line(line_of(std::move(record), std::move(fields)));
    trouble = done ? std::optional<Error>() : done.error();
    return done;
  }

  tl::expected<void, Error> write_line(const std::string& line) {
    if (auto done = append(line); !done) return done;
    // Looked at after the write: what is found in order now is on disk under the log's own name.
    if (!disturbed()) return {};
    if (auto done = append(line); !done) return done;
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

  tl::expected<void, Error> append(const std::string& line) {
    if (!file) {
      if (auto opened = open(); !opened) return opened;
    }
    return file->append(line);
  }

  tl::expected<void, Error> open() {
    auto opened = AppendFile::open(dir, file_name);
    if (!opened) return tl::unexpected(opened.error());
    last_id = std::max(last_id, newest_id(opened->tail(tail_bytes)));
    file = std::move(*opened);
    if (!disturbance.empty()) return file->append(note("log_disturbed", std::exchange(disturbance, {})));
    if (file->torn()) return file->append(note("torn_line", "a line was cut short, by a crash or a full disk"));
    return {};
  }

  static std::string note(std::string_view what, const std::string& how) {
    return line_of(note_of(what), {{"how", how}});
  }
  static object note_of(std::string_view what) { return {{"record", "note"}, {"what", what}}; }
};

tl::expected<std::unique_ptr<Audit>, Error> Audit::open(const std::string& dir) {
  auto impl = std::make_unique<Impl>();
  impl->dir = dir;
  if (auto opened = impl->open(); !opened) return tl::unexpected(opened.error());
  return std::unique_ptr<Audit>(new Audit(std::move(impl), dir + "/" + std::string(file_name)));
}

Audit::Audit(std::unique_ptr<Impl> impl, std::string path) : impl_(std::move(impl)), path_(std::move(path)) {}
Audit::~Audit() = default;

tl::expected<std::string, Error> Audit::begin(object fields) {
  std::string id = impl_->next_id();
  if (auto done = impl_->write({{"record", "begin"}, {"id", id}}, std::move(fields)); !done) {
    return tl::unexpected(done.error());
  }
  return id;
}

tl::expected<void, Error> Audit::end(const std::string& id, object fields) {
  return impl_->write({{"record", "end"}, {"id", id}}, std::move(fields));
}

tl::expected<void, Error> Audit::note(std::string_view what, object fields) {
  return impl_->write(Impl::note_of(what), std::move(fields));
}

const std::optional<Error>& Audit::trouble() const {
  return impl_->trouble;
}

const std::string& Audit::path() const {
  return path_;
}

tl::expected<object, Error> find_record(const std::string& path, const std::string& id) {
  std::ifstream log(path);
  if (!log)
    return tl::unexpected(Error{"cannot read the audit log", path, "nothing was recorded yet, or it was moved"});
  object found;
  for (std::string line; std::getline(log, line);) {
    if (line.find('"' + id + '"') == std::string::npos) continue;  // parsing each line would cost far more
    boost::system::error_code not_json;
    const auto parsed = boost::json::parse(line, not_json);
    const auto* record = not_json ? nullptr : parsed.if_object();
    if (record == nullptr || !record->contains("id") || record->at("id") != boost::json::string(id)) continue;
    const bool is_end = record->contains("record") && record->at("record") == "end";
    for (const auto& [key, value] : *record) {
      if (key == "record") continue;
      found[is_end && key == "time" ? "ended" : std::string_view(key)] = value;
    }
  }
  if (!found.empty()) return found;
  return tl::unexpected(Error{"no action '" + id + "' in the audit log", path, "`interlockctl audit` lists the ids"});
}

std::string default_audit_dir() {
  // The base directory specification: a value that is not an absolute path is to be ignored.
  if (const char* state = std::getenv("XDG_STATE_HOME"); state != nullptr && state[0] == '/') {
    return std::string(state) + "/interlock";
  }
  const char* home = std::getenv("HOME");
  if (home == nullptr || home[0] != '/') {
    const passwd* user = getpwuid(getuid());
    home = user != nullptr ? user->pw_dir : "";
  }
  return std::string(home) + "/.local/state/interlock";
}

}  // namespace interlock::daemon
