#include "sight/program/confinement.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace interlock::sight {

namespace {

#if defined(__x86_64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t architecture = AUDIT_ARCH_AARCH64;
#else
#error "the system calls of this architecture are not listed"
#endif

constexpr std::size_t most_memory = 1U << 30U;

/// What reading, writing and memory need, and how a process ends. `mmap` and `mprotect` are checked further.
constexpr auto allowed = std::to_array<std::uint32_t>({__NR_read,           __NR_write,
                                                       __NR_readv,          __NR_writev,
                                                       __NR_close,          __NR_fstat,
                                                       __NR_lseek,          __NR_munmap,
                                                       __NR_mremap,         __NR_brk,
                                                       __NR_madvise,        __NR_futex,
                                                       __NR_exit,           __NR_exit_group,
                                                       __NR_rt_sigreturn,   __NR_rt_sigprocmask,
                                                       __NR_clock_gettime,  __NR_clock_getres,
                                                       __NR_gettimeofday,   __NR_getrandom,
                                                       __NR_sched_yield,    __NR_sched_getaffinity,
                                                       __NR_getrusage,      __NR_sysinfo,
                                                       __NR_restart_syscall});
/// What libraries try and do without: they get EACCES.
constexpr auto denied = std::to_array<std::uint32_t>({__NR_openat, __NR_newfstatat, __NR_prlimit64});
constexpr auto without_programs = std::to_array<std::uint32_t>({__NR_mmap, __NR_mprotect});

sock_filter load(std::size_t offset) {
  return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
}
sock_filter answer(std::uint32_t value) {
  return BPF_STMT(BPF_RET | BPF_K, value);
}
sock_filter if_equal(std::uint32_t value, std::size_t yes, std::size_t no) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, static_cast<std::uint8_t>(yes), static_cast<std::uint8_t>(no));
}

bool filter_calls() {
  constexpr std::size_t lists = without_programs.size() + allowed.size() + denied.size();
  constexpr std::size_t ends = 6;  // after the lists: what happens to a call
  std::array<sock_filter, 4 + lists + ends> program{};
  std::size_t at = 0;
  program[at++] = load(offsetof(seccomp_data, arch));
  program[at++] = if_equal(architecture, 1, 0);
  program[at++] = answer(SECCOMP_RET_KILL_PROCESS);
  program[at++] = load(offsetof(seccomp_data, nr));
  const std::size_t kill = at + lists;
  const std::size_t deny = kill + 1;
  const std::size_t protection = deny + 1;
  const std::size_t allow = protection + 2;
  const auto lead = [&](const auto& calls, std::size_t to) {
    for (const std::uint32_t call : calls) {
      program[at] = if_equal(call, to - at - 1, 0);
      ++at;
    }
  };
  lead(without_programs, protection);
  lead(allowed, allow);
  lead(denied, deny);
  program[at++] = answer(SECCOMP_RET_KILL_PROCESS);
  program[at++] = answer(SECCOMP_RET_ERRNO | EACCES);
  // The third argument, whose lower half has all flags (both architectures are little-endian).
  program[at++] = load(offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t));
  program[at++] = BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 1, 0);
  program[at++] = answer(SECCOMP_RET_ALLOW);
  program[at++] = answer(SECCOMP_RET_KILL_PROCESS);
  const sock_fprog filter{static_cast<unsigned short>(at), program.data()};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0;
}

// From the kernel's include/uapi/linux/landlock.h; Debian 12's headers are older than networks and scopes.
struct RulesetAttributes {
  std::uint64_t handled_access_fs = 0;
  std::uint64_t handled_access_net = 0;
  std::uint64_t scoped = 0;
};

/// All that the kernel's version of Landlock can deny, without an exception. A kernel without Landlock denies by
/// seccomp alone.
bool deny_files() {
  constexpr std::uint32_t create_ruleset_version = 1;
  const long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, create_ruleset_version);
  if (version < 1) return true;
  constexpr std::array<unsigned, 6> rights = {13, 14, 15, 15, 16, 16};  // rights about files, by version
  const auto known =
      static_cast<std::size_t>(version) < rights.size() ? static_cast<std::size_t>(version) : rights.size();
  RulesetAttributes attributes;
  attributes.handled_access_fs = (1ULL << rights[known - 1]) - 1;
  if (version >= 4) attributes.handled_access_net = 3;  // bind and connect
  if (version >= 6) attributes.scoped = 3;              // abstract sockets, signals
  const std::size_t size = version >= 6   ? sizeof attributes
                           : version >= 4 ? offsetof(RulesetAttributes, scoped)
                                          : offsetof(RulesetAttributes, handled_access_net);
  const auto rules = static_cast<int>(syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
  if (rules < 0) return false;
  const bool done = syscall(SYS_landlock_restrict_self, rules, 0) == 0;
  close(rules);
  return done;
}

}  // namespace

std::size_t thread_count() {
  std::error_code failed;
  std::size_t count = 0;
  for (std::filesystem::directory_iterator task("/proc/self/task", failed), end; !failed && task != end;
       task.increment(failed)) {
    ++count;
  }
  return failed ? 0 : count;
}

tl::expected<void, Error> confine() {
  const auto failed = [](const char* what) {
    return tl::unexpected(Error{std::string(what) + " (" + std::strerror(errno) + ")", "interlock-sight",
                                "use a kernel with seccomp filters; until then nothing is read from pixels"});
  };
  const rlimit memory{most_memory, most_memory};
  const rlimit nothing{0, 0};
  if (setrlimit(RLIMIT_AS, &memory) != 0 || setrlimit(RLIMIT_CORE, &nothing) != 0) return failed("limits were not set");
  if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0) return failed("it cannot be hidden from other processes");
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return failed("new privileges cannot be renounced");
  if (!deny_files()) return failed("Landlock could not be applied");
  if (!filter_calls()) return failed("the filter of system calls could not be applied");
  return {};
}

}  // namespace interlock::sight
