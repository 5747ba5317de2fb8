/// Remembers, until the machine stops, which policy and rules the last daemon ran with: a daemon that starts again
/// under others, on a desktop where agents have acted, asks before agents may go on.
#pragma once

#include <string>

#include "policy/loader.h"

namespace interlock::daemon {

/// SHA-256 over the names and the bytes of the policy file and of the files in `rules_dirs` that count. What is
/// compiled into the program (a preset) is known by its name alone, so that an upgrade does not count as a change.
std::string policy_digest(const policy::Loaded& loaded, const std::vector<std::string>& rules_dirs);

class PolicySeal {
 public:
  /// `file`: in a folder that lasts until the machine stops.
  explicit PolicySeal(std::string file) : file_(std::move(file)) {}

  /// Whether an earlier daemon ran with another one. False if no earlier daemon is known.
  bool broken_by(const std::string& digest) const;
  /// From now on it is this one. Where the file cannot be written the log says so.
  void set(const std::string& digest) const;

 private:
  std::string file_;
};

}  // namespace interlock::daemon
