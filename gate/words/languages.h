/// The word lists of gate/words/languages, compiled in: a language cannot be missing at run time.
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
