// audit_writer DIR LINES SIZE: writes so many records of about this size to an audit log, which is rotated at 1 MiB.
#include <cstdlib>
#include <iostream>
#include <string>

#include "audit/log.h"

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  auto log = interlock::audit::Log::open(argv[1], {.rotate_bytes = 1U << 20});
  if (!log) {
    std::cerr << log.error().text() << '\n';
    return 1;
  }
  const int lines = std::atoi(argv[2]);
  // What log services cut, strip or escape.
  const std::string text =
      "\t\x7f \xe2\x80\xa8 \xc3\xa9 %msg% #011 \\ " + std::string(std::strtoul(argv[3], nullptr, 10), 'x') + "  ";
  for (int i = 0; i < lines; ++i) {
    if (!(*log)->note("test", {{"i", i}, {"text", text}})) return 1;
  }
  return 0;
}
