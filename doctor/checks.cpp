#include "doctor/checks.h"

namespace interlock::doctor {

Lines check_desktop(const Here& here) {
  using Check = Lines (*)(const Here&);
  constexpr Check all[] = {check_daemon,        check_sockets,      check_display,  check_access,   check_injection,
                           check_accessibility, check_applications, check_browsers, check_notifier, check_questions,
                           check_reading,       check_lock,         check_kernel};
  Lines lines;
  for (const auto check : all) {
    for (auto& line : check(here)) lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace interlock::doctor
