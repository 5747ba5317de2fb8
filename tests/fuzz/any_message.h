/// Message bodies of any valid types and values. Parsing the bytes on the wire is libsystemd's job; here the input
/// selects the types and the values.
#pragma once

#include <systemd/sd-bus.h>
#include <cstdint>
#include <string>
#include <vector>

namespace interlock::fuzz {

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}
  std::uint8_t byte() { return at_ < size_ ? data_[at_++] : 0; }
  bool done() const { return at_ >= size_; }
  std::uint32_t number() { return byte() | byte() << 8 | byte() << 16 | std::uint32_t{byte()} << 24; }
  std::string text() {
    std::string text;
    for (std::size_t length = byte() % 24; length > 0 && !done(); --length) text += static_cast<char>(byte() % 127 + 1);
    return text;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t at_ = 0;
};

using Words = std::vector<const char*>;  ///< strings worth trying

inline const char* const variants[] = {"s", "i", "(so)", "as", "u", "ay", "a{ss}"};

/// Removes the first complete type from a signature.
inline std::string first_type(const char*& signature) {
  std::string type;
  while (*signature == 'a') type += *signature++;
  int open = 0;
  do {
    open += *signature == '(' || *signature == '{';
    open -= *signature == ')' || *signature == '}';
    type += *signature++;
  } while (open > 0);
  return type;
}

/// Appends values of the signature's types, as the input selects them.
inline void put(sd_bus_message* m, Input& in, const char* signature, const Words& words) {
  while (*signature) {
    const auto type = first_type(signature);
    switch (type[0]) {
      case 'a': {
        if (sd_bus_message_open_container(m, 'a', type.c_str() + 1) < 0) return;
        for (int n = in.byte() % 6; n > 0; --n) put(m, in, type.c_str() + 1, words);
        sd_bus_message_close_container(m);
        break;
      }
      case '(':
      case '{': {
        const std::string inner = type.substr(1, type.size() - 2);
        if (sd_bus_message_open_container(m, type[0] == '(' ? 'r' : 'e', inner.c_str()) < 0) return;
        put(m, in, inner.c_str(), words);
        sd_bus_message_close_container(m);
        break;
      }
      case 'v': {
        const char* inner = variants[in.byte() % (sizeof variants / sizeof *variants)];
        if (sd_bus_message_open_container(m, 'v', inner) < 0) return;
        put(m, in, inner, words);
        sd_bus_message_close_container(m);
        break;
      }
      case 's':
        if (in.byte() % 2) {
          sd_bus_message_append(m, "s", words[in.byte() % words.size()]);
        } else {
          sd_bus_message_append(m, "s", in.text().c_str());
        }
        break;
      case 'o':
        sd_bus_message_append(m, "o", in.byte() % 2 ? "/org/a11y/atspi/null" : "/a");
        break;
      case 'b':
        sd_bus_message_append(m, "b", in.byte() % 2);
        break;
      case 'd': {
        const double values[] = {0.0 / 0.0, 1.0 / 0.0, -1e308, static_cast<double>(in.number())};
        sd_bus_message_append(m, "d", values[in.byte() % 4]);
        break;
      }
      default:
        sd_bus_message_append(m, type.c_str(), in.number());
    }
  }
}

/// A connection that is never established, but can make messages.
inline sd_bus* unconnected() {
  static sd_bus* bus = [] {
    sd_bus* made = nullptr;
    sd_bus_new(&made);
    sd_bus_set_address(made, "unix:path=/nonexistent");
    (void)sd_bus_start(made);
    return made;
  }();
  return bus;
}

/// Fills the message with values of these signatures, as the input selects them, and seals it.
inline bool fill(sd_bus_message* m, Input& in, const std::vector<const char*>& signatures, const Words& words) {
  while (!in.done()) {
    const char* signature = signatures[in.byte() % signatures.size()];
    const bool variant = in.byte() % 2;
    if (variant && sd_bus_message_open_container(m, 'v', signature) < 0) break;
    put(m, in, signature, words);
    if (variant) sd_bus_message_close_container(m);
    if (in.byte() % 4 == 0) break;
  }
  return sd_bus_message_seal(m, 1, 0) >= 0;
}

}  // namespace interlock::fuzz
