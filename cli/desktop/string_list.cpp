#include "cli/desktop/string_list.h"

namespace interlock::cli {
namespace {

std::string quoted(const std::string& word) {
  return "'" + word + "'";
}

}  // namespace

bool has_word(const std::string& list, const std::string& word) {
  return list.find(quoted(word)) != std::string::npos;
}

std::string with_word(const std::string& list, const std::string& word) {
  if (has_word(list, word)) return list;
  const auto end = list.rfind(']');
  if (end == std::string::npos || list.find_first_of("'\"") == std::string::npos) return "[" + quoted(word) + "]";
  return list.substr(0, end) + ", " + quoted(word) + "]";
}

std::string without_word(const std::string& list, const std::string& word) {
  std::string rest = list;
  for (const std::string& part : {", " + quoted(word), quoted(word) + ", ", quoted(word)}) {
    if (const auto at = rest.find(part); at != std::string::npos) rest.erase(at, part.size());
  }
  return rest.find_first_of("'\"") == std::string::npos ? "@as []" : rest;
}

}  // namespace interlock::cli
