#include "cli/sandbox/landlock.h"

#include <cerrno>
#include <cstdint>
#include <cstring>

#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace interlock::cli {
namespace {

// From the kernel's include/uapi/linux/landlock.h; Debian 12's headers are older than scopes.
struct RulesetAttributes {
  std::uint64_t handled_access_fs = 0;
  std::uint64_t handled_access_net = 0;
  std::uint64_t scoped = 0;
};
constexpr std::uint32_t create_ruleset_version = 1U << 0;
constexpr std::uint64_t scope_abstract_unix_socket = 1ULL << 0;
constexpr std::uint64_t scope_signal = 1ULL << 1;
constexpr long first_with_scopes = 6;

}  // namespace

tl::expected<void, Error> close_abstract_sockets() {
  const auto failed = [](const std::string& what) {
    return tl::unexpected(Error{what, "Landlock", "use Linux 6.12 or newer with Landlock enabled"});
  };
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, create_ruleset_version);
  if (version < 0) return failed(std::string("the kernel has no Landlock (") + std::strerror(errno) + ")");
  if (version < first_with_scopes)
    return failed("the kernel's Landlock (ABI " + std::to_string(version) + ") cannot close abstract sockets");
  RulesetAttributes attributes;
  attributes.scoped = scope_abstract_unix_socket | scope_signal;
  const auto rules = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, sizeof attributes, 0));
  if (rules < 0) return failed(std::string("no rules could be made (") + std::strerror(errno) + ")");
  bool done = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
  done = done && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  const std::string why = std::strerror(errno);
  close(rules);
  if (!done) return failed("the rules could not be applied (" + why + ")");
  return {};
}

}  // namespace interlock::cli
