/// A 64-bit hash that is the same on each run, so that a recorded case replays the same. Takes eight bytes at a time,
/// multiplies them into 128 bits and folds the result, as wyhash (Wang Yi, public domain) does. Collisions are easy to
/// make: no permission may depend on it.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace interlock {

class Hash {
 public:
  Hash& add(std::string_view text) {
    add(text.size());  // so that ("ab", "c") and ("a", "bc") differ
    for (; text.size() >= sizeof(std::uint64_t); text.remove_prefix(sizeof(std::uint64_t))) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data(), sizeof word);
      add(word);
    }
    if (text.empty()) return *this;
    std::uint64_t rest = 0;
    std::memcpy(&rest, text.data(), text.size());
    return add(rest);
  }
  Hash& add(std::uint64_t number) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(value_ ^ number) * 0x9e3779b97f4a7c15ULL;
    value_ = (static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64)) + 0xa0761d6478bd642fULL;
    return *this;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xe7037ed1a0b428dbULL;
};

}  // namespace interlock
