/// FNV-1a, 64 bits: stable across runs, so that a recorded case replays the same.
#pragma once

#include <cstdint>
#include <string_view>

namespace interlock::gate {

class Hash {
 public:
  Hash& add(std::string_view text) {
    add(text.size());  // so that ("ab", "c") and ("a", "bc") differ
    for (char c : text) byte(static_cast<unsigned char>(c));
    return *this;
  }
  Hash& add(std::uint64_t number) {
    for (int shift = 0; shift < 64; shift += 8) byte(static_cast<unsigned char>(number >> shift));
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  void byte(unsigned char b) { value_ = (value_ ^ b) * 0x100000001b3ULL; }
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace interlock::gate
