#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <utility>

#include "cli/audit/audit_file.h"
#include "cli/audit/audit_log.h"
#include "cli/basics/commands.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"

namespace interlock::cli {

namespace {

/// Waits until the log may have grown or was replaced.
class Growth {
 public:
  explicit Growth(const std::string& path) : fd_(::inotify_init1(IN_CLOEXEC)), path_(path) {
    // The folder's events report a new file of the log's name.
    const auto slash = path.rfind('/');
    const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
    ::inotify_add_watch(fd_, folder.c_str(), IN_CREATE | IN_MOVED_TO | IN_MODIFY);
    again();
  }
  ~Growth() { ::close(fd_); }
  Growth(const Growth&) = delete;
  Growth& operator=(const Growth&) = delete;
  /// Watches the file that has the log's name now.
  void again() const { ::inotify_add_watch(fd_, path_.c_str(), IN_MODIFY); }
  void wait() const {
    char events[4096];
    while (::read(fd_, events, sizeof events) < 0 && errno == EINTR) {
    }
  }

 private:
  int fd_;
  std::string path_;
};

/// Reads a log to its end, line by line.
class Reader {
 public:
  explicit Reader(const std::string& path) : path_(path), file_(::fopen(path.c_str(), "re")) {}
  ~Reader() {
    if (file_ != nullptr) ::fclose(file_);
  }
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;
  bool is_open() const { return file_ != nullptr; }

  /// Returns a complete line, or the rest of the last one; nothing at the current end.
  bool next(std::string& line) {
    ::clearerr(file_);
    for (int c = ::fgetc(file_); c != EOF; c = ::fgetc(file_)) {
      if (c == '\n') {
        line = std::exchange(begun_, {});
        return true;
      }
      begun_ += static_cast<char>(c);
    }
    return false;
  }
  /// True after a read error, for example if it is a folder.
  bool failed() const { return ::ferror(file_) != 0; }
  std::string begun() { return std::exchange(begun_, {}); }

  /// True if another file has the name now (the old one was moved away), or this one was truncated.
  bool replaced() const {
    struct stat mine {
    }, named{};
    if (::fstat(::fileno(file_), &mine) != 0 || ::stat(path_.c_str(), &named) != 0)
      return false;  // no new file yet: wait
    return mine.st_dev != named.st_dev || mine.st_ino != named.st_ino || mine.st_size < ::ftell(file_);
  }

 private:
  std::string path_;
  std::FILE* file_;
  std::string begun_;
};

void print_log(const std::string& path, bool follow, Options& options) {
  const Growth growth(path);  // watched before it is read, so that nothing is missed
  auto reader = std::make_unique<Reader>(path);
  if (!reader->is_open()) return fail(options, unreadable_log(path, "--file"));
  AuditLog log;
  std::string line;
  const auto print = [&] {
    if (options.json) {
      std::cout << line << '\n';
    } else if (const auto text = log.line(line)) {
      std::cout << *text << '\n';
    }
  };
  const auto print_last = [&] {
    line = reader->begun();  // incomplete after a crash
    if (!line.empty()) print();
  };
  for (;;) {
    while (reader->next(line)) print();
    if (reader->failed()) return fail(options, unreadable_log(path, "--file"));
    std::cout.flush();
    if (!std::cout) return;
    if (!follow) break;
    if (reader->replaced()) {
      while (reader->next(line)) print();  // lines written just before the rotation
      print_last();
      growth.again();
      auto next = std::make_unique<Reader>(path);
      if (next->is_open()) reader = std::move(next);
      continue;
    }
    growth.wait();
  }
  print_last();
  if (options.json) return;
  for (const auto& unfinished : log.unfinished()) std::cout << unfinished << '\n';
}

struct AuditArguments {
  std::string file;
  bool follow = false;
};

}  // namespace

void add_audit(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("audit", "what agents did, from the audit log (--json: as it was written)");
  auto arguments = std::make_shared<AuditArguments>();
  add_audit_verify(*command, options);
  add_audit_collect(*command, options);
  add_audit_replay(*command, options);
  command->add_option("--file", arguments->file, "a log other than the daemon's")->type_name("FILE");
  command->add_flag("--follow,-f", arguments->follow, "continue with new records as they are written");
  command->callback([&options, arguments, command] {
    if (!command->get_subcommands().empty()) return;  // the subcommand runs instead
    print_log(arguments->file.empty() ? find_audit_log(options) : arguments->file, arguments->follow, options);
  });
}

}  // namespace interlock::cli
