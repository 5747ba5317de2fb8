/// The known differences between a parser of interlock's and the program that it is compared with, from a YAML file:
/// each with the inputs that show it, both answers, and the reason.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include <re2/re2.h>

namespace interlock::test {

class Differences {
 public:
  /// Reads a list of {reason, input, ours, theirs}; the last three are regular expressions for all of a text. Throws
  /// std::runtime_error if the file has a mistake.
  explicit Differences(const std::string& file);

  /// Whether a row explains that we answer `ours` and the other program `theirs` about `input`; counts it.
  bool explain(const std::string& input, const std::string& ours, const std::string& theirs);
  /// A line for each row: how often it was needed, and its reason.
  std::string summary() const;

 private:
  struct Row {
    std::string reason;
    std::unique_ptr<RE2> input, ours, theirs;
    std::size_t count = 0;
  };
  std::vector<Row> rows_;
};

}  // namespace interlock::test
