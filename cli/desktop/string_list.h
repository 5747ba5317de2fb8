/// The text of a list of strings as gsettings prints and reads it: "['one', 'two']", "@as []".
#pragma once

#include <string>

namespace interlock::cli {

/// `word` has no quotes and no backslashes.
bool has_word(const std::string& list, const std::string& word);
std::string with_word(const std::string& list, const std::string& word);
std::string without_word(const std::string& list, const std::string& word);

}  // namespace interlock::cli
