#include "cli/audit/audit_file.h"

#include <cerrno>
#include <cstring>

#include "audit/files.h"
#include "cli/basics/control.h"
#include "cli/basics/print.h"
#include "policy/loader.h"

namespace interlock::cli {

std::string find_audit_log(const Options& options) {
  if (auto client = ipc::Client::connect(options.socket)) {
    const auto status = client->call("status", {}, std::chrono::seconds{5});
    if (status && status->is_object()) {
      auto path = text_at(object_at(status->get_object(), "audit"), "path");
      if (!path.empty()) return path;
    }
  }
  std::string dir = audit::default_dir();
  const std::string file = policy::find_policy_file();
  if (!file.empty()) {
    const auto loaded = policy::load_file(file);
    if (loaded && loaded->settings.daemon.audit_dir) dir = *loaded->settings.daemon.audit_dir;
  }
  return dir + "/" + std::string(audit::file_name);
}

Failure no_log(const std::string& dir, const std::string& otherwise) {
  return {{"there is no audit log", dir, "interlockd creates it when it starts; " + otherwise + " names another"}};
}

Failure unreadable_log(const std::string& path, const std::string& otherwise) {
  return {{std::string("cannot read the audit log: ") + std::strerror(errno), path, otherwise + " names another"}};
}

}  // namespace interlock::cli
