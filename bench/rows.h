/// The output of the benchmark programs, for people or (--json) as one JSON object a line for scripts/bench: figures,
/// and goals that they meet or miss.
#pragma once

#include <functional>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bench/contest.h"

namespace interlock::bench {

enum class Bound { at_most, at_least };

/// A figure at several sizes, smallest first; the last two show how it grows.
using Growth = std::vector<std::pair<double, Samples>>;

class Rows {
 public:
  Rows(bool json, bool quick, std::vector<std::string> only) : json_(json), quick_(quick), only_(std::move(only)) {}

  /// Whether a row is selected: "click.gtk3" is selected by "click.gtk3", by "click", and if no row was named.
  bool wants(std::string_view row) const;
  /// A short run that only shows that everything works.
  bool quick() const { return quick_; }
  int rounds(int whole, int quick) const { return quick_ ? quick : whole; }

  /// Runs the function that measures these rows, if one of them is selected. If it throws, the error is reported on
  /// stderr, and the other rows are measured.
  void measure(std::initializer_list<std::string_view> of, const std::function<void()>& benchmark);
  bool failed() const { return failed_; }

  /// The subject of the next figures and goals: "click.gtk3", "a guarded click, GTK 3".
  void begin(std::string row, std::string title);
  /// The first contender of a row is the one that the others are compared with.
  void figure(const std::string& name, const std::string& unit, const Samples& samples, Whose whose = Whose::ours);
  void figure(const std::string& name, const std::string& unit, double value, Whose whose = Whose::ours) {
    figure(name, unit, Samples({value}), whose);
  }
  /// The contenders' times, in "us" or "ms".
  void figures(const std::vector<Contender>& contenders, const std::vector<Samples>& took, const std::string& unit);
  void goal(const std::string& what, double value, Bound bound, double limit, const std::string& unit = "");
  /// All sizes of a figure, and the goal that it grows no faster than the size. `axis`: what the size counts.
  void growth(const std::string& name, const std::string& axis, const std::string& unit, const Growth& growth);

 private:
  /// The figure at one size.
  struct Size {
    double size;
    std::string axis;
  };
  void print(const std::string& name, const std::string& unit, const Samples& samples, Whose whose,
             const std::optional<Size>& size);

  bool json_;
  bool quick_;
  bool failed_ = false;
  std::vector<std::string> only_;
  std::string row_, title_;
};

/// main() of a benchmark program: `NAME [--json] [--quick] [ROW...]`. If something failed, it is reported on stderr and
/// the exit code is 1.
int run(int argc, char** argv, const std::function<void(Rows&)>& benchmark);

}  // namespace interlock::bench
