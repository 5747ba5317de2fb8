/// Runs a program with its input and output in files in memory.
#pragma once

#include <string>
#include <vector>

namespace interlock::cli {

/// A file in memory that a child reads or writes.
class Scratch {
 public:
  explicit Scratch(const std::string& text = {});
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  int fd() const { return fd_; }
  /// All that is in it.
  std::string text() const;

 private:
  int fd_;
};

/// Runs a program, which is looked up in PATH, to its end. Null `errors`: it has this program's standard error. Returns
/// the exit code, 128 plus the signal, or 127 if it cannot be started.
int run_through(std::vector<std::string> words, const Scratch& in, const Scratch& out, const Scratch* errors);

}  // namespace interlock::cli
