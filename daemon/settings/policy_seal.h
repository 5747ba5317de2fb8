/// Stores, until the machine stops, which policy and rules the last daemon ran with. A daemon that restarts with others
/// on a desktop where agents have acted asks a person before agents may continue.
#pragma once

#include <string>

#include "policy/loader.h"

namespace interlock::daemon {

/// SHA-256 over the names and the bytes of the policy file and of the files in `rules_dirs` that are used. A policy
/// that is compiled into the program (a preset) only counts by its name, so that an upgrade is not a change.
std::string policy_digest(const policy::Loaded& loaded, const std::vector<std::string>& rules_dirs);

class PolicySeal {
 public:
  /// `file`: in a folder that lasts until the machine stops.
  explicit PolicySeal(std::string file) : file_(std::move(file)) {}

  /// True if an earlier daemon ran with another policy; false if no earlier daemon is known.
  bool broken_by(const std::string& digest) const;
  /// Stores this one. Logs an error if the file cannot be written.
  void set(const std::string& digest) const;

 private:
  std::string file_;
};

}  // namespace interlock::daemon
