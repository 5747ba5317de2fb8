#include <poll.h>
#include <pwd.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <memory>

#include "cli/audit_log.h"
#include "cli/commands.h"
#include "cli/control.h"
#include "cli/print.h"
#include "policy/loader.h"

namespace interlock::cli {

namespace {

std::string home() {
  const char* set = std::getenv("HOME");
  if (set != nullptr && set[0] == '/') return set;
  const auto* user = ::getpwuid(::getuid());
  return user != nullptr ? user->pw_dir : "";
}

/// Where the daemon says it writes; without a daemon, where the policy says; else the default.
std::string find_log(const Options& options) {
  if (auto client = ipc::Client::connect(options.socket)) {
    const auto status = client->call("status", {}, std::chrono::seconds{5});
    if (status && status->is_object()) {
      auto path = text_at(object_at(status->get_object(), "audit"), "path");
      if (!path.empty()) return path;
    }
  }
  const std::string file = policy::find_policy_file();
  if (!file.empty()) {
    const auto loaded = policy::load_file(file);
    if (loaded && loaded->settings.daemon.audit_dir) return *loaded->settings.daemon.audit_dir + "/audit.jsonl";
  }
  const char* state = std::getenv("XDG_STATE_HOME");
  const std::string base = state != nullptr && state[0] == '/' ? std::string(state) : home() + "/.local/state";
  return base + "/interlock/audit.jsonl";
}

/// Waits until the file may have grown.
class Growth {
 public:
  explicit Growth(const std::string& path) : fd_(::inotify_init1(IN_CLOEXEC)) {
    ::inotify_add_watch(fd_, path.c_str(), IN_MODIFY);
  }
  ~Growth() { ::close(fd_); }
  Growth(const Growth&) = delete;
  Growth& operator=(const Growth&) = delete;
  void wait() const {
    char events[4096];
    while (::read(fd_, events, sizeof events) < 0 && errno == EINTR) {
    }
  }

 private:
  int fd_;
};

void print_log(const std::string& path, bool follow, Options& options) {
  const Growth growth(path);  // watched before it is read, so that nothing falls between
  std::ifstream file(path);
  if (!file) return fail(options, "cannot read the audit log: " + path + ": " + std::strerror(errno));
  AuditLog log;
  std::string line;
  const auto print = [&] {
    if (options.json) {
      std::cout << line << '\n';
    } else if (const auto text = log.line(line)) {
      std::cout << *text << '\n';
    }
    line.clear();
  };
  for (;;) {
    for (int c = file.get(); c != std::ifstream::traits_type::eof(); c = file.get()) {
      if (c != '\n') {
        line += static_cast<char>(c);
      } else {
        print();
      }
    }
    std::cout.flush();
    if (!std::cout) return fail(options, "cannot write to the standard output");
    if (!follow) break;
    growth.wait();
    file.clear();
  }
  if (!line.empty()) print();  // cut short by a crash
  if (options.json) return;
  for (const auto& unfinished : log.unfinished()) std::cout << unfinished << '\n';
}

struct Arguments {
  std::string file;
  bool follow = false;
};

}  // namespace

void add_audit(CLI::App& app, Options& options) {
  auto* command = app.add_subcommand("audit", "what agents did, from the audit log (--json: as it was written)");
  auto arguments = std::make_shared<Arguments>();
  command->add_option("--file", arguments->file, "another log than the daemon's")->type_name("FILE");
  command->add_flag("--follow,-f", arguments->follow, "go on with what is written from now on");
  command->callback([&options, arguments] {
    print_log(arguments->file.empty() ? find_log(options) : arguments->file, arguments->follow, options);
  });
}

}  // namespace interlock::cli
