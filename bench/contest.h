/// Alternatives that do the same thing, timed alternately in one run, so that changes of the machine's speed affect all
/// alike.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace interlock::bench {

/// The samples of one figure.
class Samples {
 public:
  Samples() = default;
  explicit Samples(std::vector<double> values) : values_(std::move(values)) {}
  void add(double value) { values_.push_back(value); }
  std::size_t count() const { return values_.size(); }
  /// Nearest rank; `q` from 0 to 1. Throws if there is no sample.
  double quantile(double q) const;
  double median() const { return quantile(0.5); }
  Samples times(double factor) const;

 private:
  std::vector<double> values_;
};

/// Microseconds that `act` takes.
double timed(const std::function<void()>& act);

enum class Whose { ours, peers };

struct Contender {
  std::string name;
  std::function<void()> act;
  std::function<void()> before = {};  ///< not timed: brings it to its starting position
  Whose whose = Whose::ours;
};

/// Microseconds of each contender, one sample a round, in a different order each round; warm-up rounds are run but not
/// counted.
std::vector<Samples> compete(const std::vector<Contender>& contenders, int rounds, int warm_up);

/// Runs a program to its end and discards its output; throws if it cannot be started or fails.
void run_process(std::vector<std::string> words);

}  // namespace interlock::bench
