/// What the benchmark programs print, for people or (--json) one JSON object a line for scripts/bench: figures, and
/// goals that they meet or miss.
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

/// A figure at several sizes, smallest first; the last two tell how it grows.
using Growth = std::vector<std::pair<double, Samples>>;

class Rows {
 public:
  Rows(bool json, bool quick, std::vector<std::string> only) : json_(json), quick_(quick), only_(std::move(only)) {}

  /// Is it wanted: "click.gtk3" by "click.gtk3", by "click", and where nothing else was asked for?
  bool wants(std::string_view row) const;
  /// A run that only shows that all of it works.
  bool quick() const { return quick_; }
  int rounds(int whole, int quick) const { return quick_ ? quick : whole; }

  /// Runs what measures these rows, if one of them is wanted. Where it throws, that is said on stderr, and the others
  /// are measured all the same.
  void measure(std::initializer_list<std::string_view> of, const std::function<void()>& benchmark);
  bool failed() const { return failed_; }

  /// What the next figures and goals are about: "click.gtk3", "a guarded click, GTK 3".
  void begin(std::string row, std::string title);
  /// The others of a row are set beside its first.
  void figure(const std::string& name, const std::string& unit, const Samples& samples, Whose whose = Whose::ours);
  void figure(const std::string& name, const std::string& unit, double value, Whose whose = Whose::ours) {
    figure(name, unit, Samples({value}), whose);
  }
  /// What they took, microseconds, in "us" or "ms".
  void figures(const std::vector<Contender>& contenders, const std::vector<Samples>& took, const std::string& unit);
  void goal(const std::string& what, double value, Bound bound, double limit, const std::string& unit = "");
  /// All sizes of it, and that it grows no faster than the size does. `axis`: what there is more and more of.
  void growth(const std::string& name, const std::string& axis, const std::string& unit, const Growth& growth);

 private:
  /// Of a figure at one size.
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

/// main() of a benchmark program: `NAME [--json] [--quick] [ROW...]`. Where something failed, stderr says what, and it
/// ends with 1.
int run(int argc, char** argv, const std::function<void(Rows&)>& benchmark);

}  // namespace interlock::bench
