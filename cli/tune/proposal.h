/// A policy that follows from the log, as a change of the policy's text. Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/tune/calibration.h"
#include "cli/tune/candidates.h"

namespace interlock::cli {

/// A policy's text with the changes; comments and everything else stay as they are.
class PolicyText {
 public:
  explicit PolicyText(std::string text);
  /// Sets a key of the top level, or appends it.
  void set(std::string_view key, const std::string& value);
  /// Sets a key of a section, which is made if it is missing. False: the section is written in a form that is not
  /// changed here (on one line).
  bool set_in(std::string_view section, std::string_view key, const std::string& value);
  /// Appends an item (its lines, without indentation) to a list of the top level; false as set_in().
  bool append_to(std::string_view list, const std::vector<std::string>& lines);
  std::string text() const;

 private:
  std::optional<std::size_t> find(std::string_view key) const;
  std::size_t end_of_section(std::size_t at) const;
  std::vector<std::string> lines_;
};

struct Proposal {
  std::string text;                   ///< of the policy; equal to the present one if nothing is proposed
  std::vector<std::string> stricter;  ///< what it makes stricter, as sentences
  std::vector<std::string> laxer;     ///< what it makes laxer
  std::vector<std::string> left;      ///< what cannot be proposed, and why
};

struct Evidence {
  std::vector<Sample> samples;  ///< of the agents' confidence
  double threshold = 0;         ///< the present one
  std::optional<Threshold> best;
  std::vector<Habit> consequences;  ///< always approved
  std::vector<Habit> taken_back;
};

/// Samples below which no threshold is proposed.
inline constexpr std::size_t enough_samples = 50;

Proposal propose(const std::string& policy, const Evidence& evidence);

}  // namespace interlock::cli
