/// Faults of the desktop's programs in a fault run: one is killed, or stopped for a while.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace interlock::soak {

enum class Victim { x_server, session_bus, a11y_bus, notifier, application, agent, daemon };
inline constexpr int victims = 7;
std::string name_of(Victim victim);

struct Fault {
  Victim victim{};
  bool kill = false;  ///< otherwise it is stopped for `stopped_ms`
  int after_ms = 0;   ///< of undisturbed work
  int stopped_ms = 0;
  bool at_a_question = false;  ///< it waits until a person is being asked something

  std::string name() const { return (kill ? "kill " : "stop ") + name_of(victim); }
  /// Whether a question that is open at that moment must end without an approval.
  bool voids_questions() const;
};

/// Always the same faults for the same seed: all kinds once in random order, then again.
class FaultPlan {
 public:
  explicit FaultPlan(std::uint64_t seed) : random_(seed) {}
  Fault next();

 private:
  std::mt19937_64 random_;
  std::vector<int> round_;
};

}  // namespace interlock::soak
