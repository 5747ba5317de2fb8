#include "platform/x11/process.h"

#include <unistd.h>
#include <array>
#include <climits>
#include <fstream>
#include <string_view>

namespace interlock::platform::x11 {

std::string program_of(std::uint32_t pid) {
  const std::string folder = "/proc/" + std::to_string(pid);
  std::array<char, PATH_MAX> link{};
  const auto length = readlink((folder + "/exe").c_str(), link.data(), link.size());
  if (length > 0) {
    std::string_view path(link.data(), static_cast<std::size_t>(length));
    constexpr std::string_view replaced = " (deleted)";  // the kernel's word for an updated program
    if (path.ends_with(replaced)) path.remove_suffix(replaced.size());
    return std::string(path.substr(path.rfind('/') + 1));
  }
  std::ifstream comm(folder + "/comm");
  std::string name;
  std::getline(comm, name);
  return name;
}

}  // namespace interlock::platform::x11
