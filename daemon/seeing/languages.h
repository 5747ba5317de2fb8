/// In which languages a program shows its labels.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::daemon {

/// Tesseract's names of the languages to read labels in, the most likely first: "deu+eng+rus". `locale`: as in $LANG or
/// $LANGUAGE ("de_DE.UTF-8", "de:fr"). English and Russian are always among them, for labels in another language or
/// script than the locale's.
std::string languages_of_locale(std::string_view locale);

/// The languages that the locale itself names, as gate/words/languages does (ISO 639-1: "de"); none for "C" and "".
std::vector<std::string> word_lists_of_locale(std::string_view locale);

/// Of the environment of a process: its LANGUAGE, LC_ALL, LC_MESSAGES or LANG. Empty if it has none, or if it cannot be
/// read.
std::string locale_of_process(std::uint32_t pid);

}  // namespace interlock::daemon
