/// What a person types into a question's window, to say it to the agent with a no. Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace interlock::platform::prompt {

class TypedWord {
 public:
  /// As much as the control socket takes.
  static constexpr std::size_t most_bytes = 400;

  /// Adds the text of a key (UTF-8). Control characters, and what would make it too long, are left out.
  void add(std::string_view text);
  /// Takes away the last character.
  void erase();

  const std::string& text() const { return text_; }
  /// The end of it, as much as its field shows, with the caret.
  std::string shown() const;

 private:
  std::string text_;
};

}  // namespace interlock::platform::prompt
