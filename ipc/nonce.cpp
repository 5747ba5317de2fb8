#include "ipc/nonce.h"

#include <random>

#include "values/ascii.h"

namespace interlock::ipc {

std::string nonce(std::size_t digits) {
  std::random_device random;
  std::string text;
  while (text.size() < digits) text += hex_digits[random() % hex_digits.size()];
  return text;
}

}  // namespace interlock::ipc
