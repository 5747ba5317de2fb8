/// The words of a request, with the few properties of each that its grammar needs.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct RequestWord {
  enum class Kind : unsigned char {
    word,
    object,  ///< quoted text, a number, a path, an address: whatever it says, it is no verb
    comma,   ///< ends a clause
    stop,    ///< ends a sentence
  };
  Kind kind = Kind::word;
  bool capital = false;  ///< begins with a capital letter
  std::string text;      ///< in lower case; "?" or ":" of a stop that is that mark; else empty for all but words
};

/// Bounded: at most the first 16 KiB and 2,048 words are read.
std::vector<RequestWord> request_words(std::string_view text);

}  // namespace interlock::gate
