/// The text of the vocabularies of gate/redaction/languages.
#pragma once

#include <span>
#include <string_view>

namespace interlock::gate {

struct ReaderLanguage {
  std::string_view name;  ///< the name of its file: "de", "zh"
  std::string_view text;
};

std::span<const ReaderLanguage> reader_languages();

}  // namespace interlock::gate
