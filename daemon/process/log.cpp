#include "daemon/process/log.h"

#include <cstdio>
#include <string>

#include <unistd.h>

#include "daemon/secrets/typed_secrets.h"

namespace interlock::daemon {
namespace {

void write_line(char level, std::string_view line) {
  // On a terminal the journal's level prefix is left out.
  static const bool terminal = isatty(STDERR_FILENO) == 1;
  std::string text = terminal ? std::string() : std::string{'<', level, '>'};
  for (char c : typed_secrets().without(line)) text += c == '\n' ? ' ' : c;
  text += '\n';
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace

void log_info(std::string_view line) {
  write_line('6', line);
}
void log_warning(std::string_view line) {
  write_line('4', line);
}
void log_error(const Error& error) {
  write_line('3', error.text());
}

}  // namespace interlock::daemon
