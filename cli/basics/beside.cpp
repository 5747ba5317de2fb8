#include "cli/basics/beside.h"

#include <filesystem>

namespace interlock::cli {

std::string beside_us(const std::string& installed, const std::string& built) {
  std::error_code missing;
  const auto folder = std::filesystem::read_symlink("/proc/self/exe", missing).parent_path().parent_path();
  for (const auto& place : {installed, built}) {
    const auto file = std::filesystem::canonical(folder / place, missing);
    if (!missing) return file.string();
  }
  return {};
}

}  // namespace interlock::cli
