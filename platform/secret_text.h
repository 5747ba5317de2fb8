/// A text that is overwritten in memory when it is no longer used.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include <cstring>

namespace interlock::platform {

/// Overwrites the characters, also of a string's unused capacity, so that the compiler cannot leave it out.
template <class Character>
void wipe(std::basic_string<Character>& text) {
  text.resize(text.capacity());
  ::explicit_bzero(text.data(), text.size() * sizeof(Character));
  text.clear();
}

/// Movable, never copied; nothing prints or compares it.
class SecretText {
 public:
  SecretText() = default;
  explicit SecretText(std::string text) : text_(std::move(text)) {}
  SecretText(SecretText&& other) noexcept { *this = std::move(other); }
  SecretText& operator=(SecretText&& other) noexcept {
    if (this == &other) return *this;
    wipe(text_);
    text_ = other.text_;  // a move would leave the characters of a short string behind
    wipe(other.text_);
    return *this;
  }
  SecretText(const SecretText&) = delete;
  SecretText& operator=(const SecretText&) = delete;
  ~SecretText() { wipe(text_); }

  std::string_view view() const { return text_; }
  bool empty() const { return text_.empty(); }

 private:
  std::string text_;
};

}  // namespace interlock::platform
