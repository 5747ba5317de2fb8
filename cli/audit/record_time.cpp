#include "cli/audit/record_time.h"

#include <cstdio>
#include <ctime>

namespace interlock::cli {

std::optional<std::int64_t> time_of_record(const std::string& time) {
  std::tm parts{};
  int micro = 0;
  const int read = std::sscanf(time.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%6dZ", &parts.tm_year, &parts.tm_mon,
                               &parts.tm_mday, &parts.tm_hour, &parts.tm_min, &parts.tm_sec, &micro);
  if (read != 7) return std::nullopt;
  parts.tm_year -= 1900;
  parts.tm_mon -= 1;
  return std::int64_t{::timegm(&parts)} * 1000 + micro / 1000;
}

}  // namespace interlock::cli
