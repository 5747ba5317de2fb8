/// The audit log with up to a million records: appending a record, opening the log at a start, finding one action, and
/// `interlockctl audit verify`, at several sizes.
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "audit/find.h"
#include "audit/log.h"
#include "bench/rows.h"
#include "tests/temp_dir.h"

namespace {

using namespace interlock;
namespace fs = std::filesystem;

/// Like the records of an allowed click, but shorter: a million of them must fit on a disk.
const boost::json::object begun = {{"session", "s1"},
                                   {"agent", "bench"},
                                   {"summary", "click (412, 388)"},
                                   {"action", {{"type", "click"}, {"x", 412}, {"y", 388}}}};
const boost::json::object ended = {{"executed", true}};

std::unique_ptr<audit::Log> open(const std::string& dir) {
  auto log = audit::Log::open(dir);
  if (!log) throw std::runtime_error(log.error().text());
  return std::move(*log);
}

/// Records one action, before and after it; returns its id.
std::string record(audit::Log& log) {
  const auto id = log.begin(begun);
  if (!id || !log.end(*id, ended)) throw std::runtime_error("not recorded");
  return *id;
}

void with_its_size(bench::Rows& rows) {
  const test::TempDir temp;
  const std::string dir = temp.path() + "/audit";
  bench::Growth append, start, find, verify;
  const std::string oldest = record(*open(dir));
  std::size_t actions = 1;
  std::vector<std::string> copies;             // of the log at each size
  for (const int size : {0, 125, 250, 500}) {  // thousands of actions, two records each
    const auto wanted = static_cast<std::size_t>(rows.rounds(1000, 10) * size);
    auto log = open(dir);
    for (; actions < wanted; ++actions) record(*log);
    bench::Samples appending, starting, finding;
    for (int i = 0; i < rows.rounds(500, 20); ++i, ++actions) appending.add(bench::timed([&] { record(*log); }));
    for (int i = 0; i < rows.rounds(15, 3); ++i) {
      log.reset();
      starting.add(bench::timed([&] { log = open(dir); }) / 1000);
    }
    for (int i = 0; i < rows.rounds(5, 1); ++i) {
      finding.add(bench::timed([&] {
                    if (!audit::find_record(dir, oldest)) throw std::runtime_error("not found");
                  }) /
                  1000);
    }
    log.reset();
    fs::copy(dir, dir + std::to_string(size), fs::copy_options::recursive);
    const auto records = static_cast<double>(2 * actions);
    append.emplace_back(records, appending);
    start.emplace_back(records, starting);
    find.emplace_back(records, finding);
    verify.emplace_back(records, bench::Samples());
    copies.push_back(dir + std::to_string(size));
  }
  // Alternating, because the machine's speed changes from one minute to the next and each takes seconds.
  for (int i = 0; i < rows.rounds(5, 1); ++i) {
    for (std::size_t n = 0; n < copies.size(); ++n) {
      verify[n].second.add(
          bench::timed([&] {
            bench::run_process({INTERLOCK_BINARY_DIR "/cli/interlockctl", "audit", "verify", "--dir", copies[n]});
          }) /
          1000);
    }
  }
  rows.begin("growth.audit", "with the records of the audit log");
  rows.growth("recording one action", "records", "us", append);
  rows.growth("opening the log", "records", "ms", start);
  rows.growth("finding the oldest action", "records", "ms", find);
  rows.growth("audit verify", "records", "ms", verify);
}

}  // namespace

int main(int argc, char** argv) {
  return bench::run(argc, argv, [](bench::Rows& rows) {
    if (rows.wants("growth.audit")) with_its_size(rows);
  });
}
