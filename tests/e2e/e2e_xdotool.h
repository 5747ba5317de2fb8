/// The two xdotools, the original and the guarded one, run on a test's desktop.
#pragma once

#include <string>
#include <vector>

#include "tests/e2e/e2e_world.h"

namespace interlock::test {

struct Ran {
  int code = 0;
  std::string out;
  std::string err;
  bool operator==(const Ran&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Ran& ran);

enum class Which { original, guarded };

class Xdotool {
 public:
  explicit Xdotool(World& world) : world_(world) {}

  /// Runs `line` in a shell: "xdotool LINE", with that xdotool first on PATH.
  Ran run(Which which, const std::string& line, const Process::Environment& more = {});
  Ran guarded(const std::string& line, const Process::Environment& more = {}) {
    return run(Which::guarded, line, more);
  }
  /// The same without waiting: its output goes to the file `out`, its errors to `err`.
  Process start(Which which, const std::string& line, const Process::Environment& more = {});
  /// A whole shell command line in which `xdotool` is that one.
  Ran shell(Which which, const std::string& command, const Process::Environment& more = {});
  std::string errors() const;

 private:
  World& world_;
};

}  // namespace interlock::test
