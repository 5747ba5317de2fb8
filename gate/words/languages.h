/// Lists of a language's words, as text; those of gate/words/languages, for the program that compiles them and for
/// tests.
#pragma once

#include <span>
#include <string_view>

namespace interlock::gate {

struct Language {
  std::string_view name;  ///< the name of its file: "de", "pt"
  std::string_view text;
};

std::span<const Language> languages();

}  // namespace interlock::gate
