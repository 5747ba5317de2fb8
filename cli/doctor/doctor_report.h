/// What `interlockctl doctor` prints.
#pragma once

#include <optional>
#include <string>

#include "cli/sandbox/confined_try.h"
#include "doctor/line.h"

namespace interlock::cli {

struct Diagnosis {
  std::optional<Attempt> confined;         ///< none: no sandbox could be made
  std::string no_sandbox;                  ///< ... and why
  std::vector<doctor::Result> unconfined;  ///< what any program of this user can do
  doctor::Lines desktop;
  std::vector<std::string> mended;
};

/// Lines about the sandbox: every way that is open in it, and whether interlockd says the truth of it.
doctor::Lines about_sandbox(const Diagnosis& diagnosis);

/// 0: all is well; 1: warnings; 3: something does not work, or a confined agent has a way past interlock.
int exit_code(const Diagnosis& diagnosis);

std::string report(const Diagnosis& diagnosis);
ipc::json::object report_json(const Diagnosis& diagnosis);

/// A table of what was tried from one place alone.
std::string report(const Attempt& attempt);

}  // namespace interlock::cli
