#include "ipc/nonce.h"

#include <cerrno>
#include <system_error>
#include <vector>

#include <unistd.h>

#include "values/ascii.h"

namespace interlock::ipc {

std::string nonce(std::size_t digits) {
  std::vector<unsigned char> bytes((digits + 1) / 2);
  if (::getentropy(bytes.data(), bytes.size()) != 0)
    throw std::system_error(errno, std::generic_category(), "the kernel gives no random numbers");
  std::string text = hex(bytes);
  text.resize(digits);
  return text;
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i) difference |= static_cast<unsigned char>(a[i] ^ b[i]);
  return difference == 0;
}

}  // namespace interlock::ipc
