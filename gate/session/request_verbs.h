/// The verbs of requests (English), by what a task needs that asks for them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

/// Words with a space before and behind each: " a b c ".
using WordList = std::string_view;
bool is_in(WordList list, std::string_view word);

enum class Verb : std::uint8_t {
  none,            ///< not known, or no verb
  read,            ///< looks things up
  go,              ///< goes to a page
  change,          ///< changes something
  change_or_noun,  ///< likewise, but the word may be a noun as well: "post"
  fill,            ///< needs forms or the user's account: buying, registering
  fill_or_noun,    ///< likewise, or a noun: "order"
};
/// Of its base form, in lower case.
Verb verb_of(std::string_view word);

/// The word itself and what it may be a form of: "naming", "name", "nam".
std::vector<std::string> bases(std::string_view word);
/// What a word in "-ed" may be a form of: "deleted", "cleared", "cropped". Empty for other words.
std::vector<std::string> bases_of_past(std::string_view word);

}  // namespace interlock::gate
