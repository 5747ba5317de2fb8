// Arbitrary bytes of an X client of the guarded display, after a setup with the cookie or as they are: no crash, and
// every answer is a whole number of 4-byte units.
#include <cstdint>
#include <cstdlib>

#include "clients/display/picture.h"
#include "clients/display/tests/loopback.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace interlock::display;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  (void)pixels_of(bytes);
  if (bytes.empty()) return 0;
  test::Loopback display;
  const unsigned choice = data[0];
  display.agent.refuses = (choice & 1) != 0;
  if ((choice & 2) != 0) (void)display.send(test::setup_bytes((choice & 4) != 0 ? Order::big : Order::little));
  const std::size_t half = (size + 1) / 2;
  const auto first = display.send(bytes.substr(1, half)), second = display.send(bytes.substr(std::min(1 + half, size)));
  if ((first.size() + second.size()) % 4 != 0) std::abort();
  return 0;
}
