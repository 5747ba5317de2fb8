/// Fields of X11 messages in the byte order of the client (X Window System Protocol, chapter 8 and appendix B).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace interlock::display {

enum class Order : std::uint8_t { little, big };

/// Reads fields one after the other. Beyond the end every field is 0 and good() is false.
class Reader {
 public:
  Reader(std::string_view bytes, Order order) : left_(bytes), order_(order) {}

  std::uint8_t u8() { return static_cast<std::uint8_t>(number(1)); }
  std::uint16_t u16() { return static_cast<std::uint16_t>(number(2)); }
  std::uint32_t u32() { return number(4); }
  std::int16_t i16() { return static_cast<std::int16_t>(number(2)); }
  std::int32_t i32() { return static_cast<std::int32_t>(number(4)); }
  std::string_view bytes(std::size_t count);
  void skip(std::size_t count) { (void)bytes(count); }

  bool good() const { return good_; }
  std::size_t left() const { return left_.size(); }

 private:
  std::uint32_t number(std::size_t size);
  std::string_view left_;
  Order order_;
  bool good_ = true;
};

/// Appends fields. All functions return the writer itself, for chains.
class Writer {
 public:
  explicit Writer(Order order) : order_(order) {}

  Writer& u8(std::uint32_t value) { return number(value, 1); }
  Writer& u16(std::uint32_t value) { return number(value, 2); }
  Writer& u32(std::uint32_t value) { return number(value, 4); }
  Writer& i16(std::int32_t value) { return number(static_cast<std::uint32_t>(value), 2); }
  Writer& bytes(std::string_view bytes);
  Writer& zeros(std::size_t count);
  Writer& pad();  ///< to a multiple of 4 bytes

  Order order() const { return order_; }
  const std::string& text() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  Writer& number(std::uint32_t value, std::size_t size);
  std::string text_;
  Order order_;
};

}  // namespace interlock::display
