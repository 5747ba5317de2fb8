/// The output of `interlockctl doctor`.
#pragma once

#include <optional>
#include <string>

#include "cli/sandbox/confined_try.h"
#include "doctor/line.h"

namespace interlock::cli {

struct Diagnosis {
  std::optional<Attempt> confined;         ///< none: no sandbox could be made
  std::string no_sandbox;                  ///< why no sandbox could be made
  std::vector<doctor::Result> unconfined;  ///< what any program of this user can do
  doctor::Lines desktop;
  std::vector<std::string> fixed;
};

/// Lines about the sandbox: every way that is open in it, and whether interlockd classifies it correctly.
doctor::Lines about_sandbox(const Diagnosis& diagnosis);

/// 0: no problems; 1: warnings; 3: something does not work, or a confined agent can bypass interlock.
int exit_code(const Diagnosis& diagnosis);

std::string report(const Diagnosis& diagnosis);
ipc::json::object report_json(const Diagnosis& diagnosis);

/// A table of the results from one place.
std::string report(const Attempt& attempt);

}  // namespace interlock::cli
