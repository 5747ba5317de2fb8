#include "tests/oracle/program.h"

#include <array>
#include <cstdio>
#include <fstream>

#include <sys/wait.h>

#include "tests/temp_dir.h"

namespace interlock::test {

Ran run_with_input(const std::string& command, const std::string& input) {
  const TempDir folder;
  const std::string file = folder.path() + "/input";
  std::ofstream(file, std::ios::binary) << input;
  Ran ran;
  FILE* pipe = ::popen((command + " <" + shell_quoted(file)).c_str(), "r");
  if (pipe == nullptr) return ran;
  std::array<char, 65536> part{};
  while (const std::size_t n = std::fread(part.data(), 1, part.size(), pipe)) ran.output.append(part.data(), n);
  const int status = ::pclose(pipe);
  if (WIFEXITED(status)) ran.code = WEXITSTATUS(status);
  return ran;
}

std::string shell_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

}  // namespace interlock::test
