#include "daemon/records/undo_care.h"

#include <utility>

#include "gate/shell/paths.h"

namespace interlock::daemon {

bool is_secret_path(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return gate::shell::is_secret_file(path) || name == ".env" || name.starts_with(".env.") || name.ends_with(".kdbx") ||
         name.ends_with(".pem") || name.ends_with(".key") || name.ends_with(".keyring") || name.ends_with(".p12");
}

undo::Care care_of(const policy::RollbackSettings& settings, std::chrono::steady_clock::time_point deadline,
                   std::shared_ptr<const std::atomic<bool>> abandoned) {
  return {.limits = {.bytes = std::uint64_t{settings.max_mb} << 20,
                     .total_bytes = std::uint64_t{settings.total_mb} << 20,
                     .files = settings.max_files,
                     .age = settings.age},
          .is_secret = is_secret_path,
          .deadline = deadline,
          .abandoned = std::move(abandoned)};
}

platform::ThreadLimit& undo_threads() {
  static platform::ThreadLimit limit(4);
  return limit;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace interlock::daemon
