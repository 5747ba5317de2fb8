/// Reads the binary formats of SSH (RFC 4251) and a part of DER. Total on any bytes: after a field that does not fit,
/// failed() is true and everything else reads as empty.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace interlock::approval {

/// The flag of an authenticator that somebody touched it: UP of WebAuthn, and the same bit of SSH (PROTOCOL.u2f).
inline constexpr std::uint8_t user_present = 0x01;

class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  std::string_view take(std::size_t count) {
    if (count > rest_.size()) {
      failed_ = true;
      rest_ = {};
      return {};
    }
    const auto taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  std::uint8_t byte() {
    const auto one = take(1);
    return one.empty() ? std::uint8_t{0} : static_cast<std::uint8_t>(one.front());
  }
  /// Big-endian.
  std::uint32_t number() {
    std::uint32_t value = 0;
    for (const char c : take(4)) value = value << 8 | static_cast<std::uint8_t>(c);
    return value;
  }
  /// A length of four bytes, then as many bytes.
  std::string_view text() { return take(number()); }

  bool failed() const { return failed_; }
  /// All was read, and all of it fitted.
  bool ended() const { return !failed_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool failed_ = false;
};

/// A number as SSH writes it, in four bytes, for what is signed.
inline std::string ssh_number(std::uint32_t number) {
  std::string out;
  for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(number >> shift & 0xFF);
  return out;
}

/// A text as SSH writes it: its length, then its bytes.
inline std::string ssh_text(std::string_view text) {
  return ssh_number(static_cast<std::uint32_t>(text.size())).append(text);
}

}  // namespace interlock::approval
