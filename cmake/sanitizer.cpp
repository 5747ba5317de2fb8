// Linked into every sanitized program: how the sanitizers report. Part of the program and not of the environment:
// programs are started by daemons, sandboxes and `env -i`, and what they find behind a test's back is to be seen as
// well. What stands in ASAN_OPTIONS and its like still goes before it.
//
// A finding is a file in INTERLOCK_FINDINGS, one a process; scripts/test --sanitize fails when there is any.
#include <dlfcn.h>

#include "sanitizer_suppressions.h"

#define FINDINGS_IN "log_path=" INTERLOCK_FINDINGS "/"
#define COMMON ":log_exe_name=1:print_stacktrace=1:handle_abort=1"

extern "C" {

const char* __asan_default_options() {
  return FINDINGS_IN "address" COMMON
                     ":detect_stack_use_after_return=1:strict_string_checks=1:check_initialization_order=1";
}

const char* __ubsan_default_options() {
  return FINDINGS_IN "undefined" COMMON;
}

// Not to die after a fork: a test's child opens a display, and with it a thread, where its parent had some.
const char* __tsan_default_options() {
  return FINDINGS_IN "thread" COMMON ":second_deadlock_stack=1:die_after_fork=0";
}

// Findings in code that is not ours (tests/lsan.supp and tests/tsan.supp, each with its reason).
const char* __lsan_default_suppressions() {
  return lsan_suppressions;
}

const char* __lsan_default_options() {
  return "print_suppressions=0";  // or each use of one would be a file
}

const char* __tsan_default_suppressions() {
  return tsan_suppressions;
}
}

namespace {

// Beside AddressSanitizer, GCC's UBSan reads no log_path. Its library has the function to set one; by its plain name
// that would be the other library's.
[[gnu::constructor]] void tell_ubsan_where() {
  void* library = dlopen("libubsan.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return;
  using SetReportPath = void (*)(const char*);
  if (auto* set = reinterpret_cast<SetReportPath>(dlsym(library, "__sanitizer_set_report_path"))) {
    set(INTERLOCK_FINDINGS "/undefined");
  }
  dlclose(library);
}

}  // namespace
