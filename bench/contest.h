/// Ways to do the same thing, timed turn by turn in one run, so that the machine's moods hit all of them alike.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace interlock::bench {

/// What one figure came to, again and again.
class Samples {
 public:
  Samples() = default;
  explicit Samples(std::vector<double> values) : values_(std::move(values)) {}
  void add(double value) { values_.push_back(value); }
  std::size_t count() const { return values_.size(); }
  /// Nearest rank; `q` from 0 to 1. Throws when there is no sample.
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
  std::function<void()> before = {};  ///< not timed: brings it to where it starts from
  Whose whose = Whose::ours;
};

/// Microseconds of each contender, a sample a round, in another order each round; the rounds of the warm-up are run and
/// not counted.
std::vector<Samples> compete(const std::vector<Contender>& contenders, int rounds, int warm_up);

/// Runs a program to its end, its output thrown away; throws when it cannot be started or fails.
void run_process(std::vector<std::string> words);

}  // namespace interlock::bench
