/// The requests in the bytes of an X client. Untrusted input: sizes are checked before anything is stored.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "clients/display/wire.h"

namespace interlock::display {

struct Request {
  std::uint8_t opcode = 0;
  std::uint8_t data = 0;  ///< the second byte: for extensions the request's number in the extension
  std::string body;       ///< what follows the header
};

/// The longest request in units of 4 bytes, without and with BIG-REQUESTS.
inline constexpr std::uint32_t longest_request = 65535;
inline constexpr std::uint32_t longest_big_request = 1U << 18;

class RequestFraming {
 public:
  explicit RequestFraming(Order order) : order_(order) {}

  void feed(std::string_view bytes) { buffer_ += bytes; }
  /// The next whole request; nothing if it has not arrived completely, or after a broken one.
  std::optional<Request> next();
  /// A length that cannot be: what follows is not known to be a request.
  bool broken() const { return broken_; }
  /// The client has enabled BIG-REQUESTS.
  void allow_big() { big_ = true; }

 private:
  std::string buffer_;
  std::size_t at_ = 0;  ///< the first byte that was not taken
  Order order_;
  bool big_ = false;
  bool broken_ = false;
};

}  // namespace interlock::display
