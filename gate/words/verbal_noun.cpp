#include "gate/words/verbal_noun.h"

#include <algorithm>
#include <array>

namespace interlock::gate {
namespace {

struct VerbalNoun {
  std::string_view noun;
  std::string_view verb;
  bool compound = false;   ///< written together with its object
  bool verb_first = true;  ///< where the language's verbs stand
};

constexpr auto nouns = std::to_array<VerbalNoun>({
    {"deletion", "delete"},
    {"erasure", "erase"},
    {"removal", "remove"},
    {"cancellation", "cancel"},
    {"termination", "terminate"},
    {"deactivation", "deactivate"},
    {"revocation", "revoke"},
    {"löschung", "löschen", true, false},
    {"kündigung", "kündigen", true, false},
    {"verwijdering", "verwijderen", true, false},
    {"opzegging", "opzeggen", true, false},
    {"sletning", "slet", true},
    {"sletting", "slett", true},
    {"radering", "radera", true},
});

}  // namespace

std::optional<std::string> with_verb(std::string_view normal) {
  while (normal.ends_with(' ')) normal.remove_suffix(1);
  for (const VerbalNoun& each : nouns) {
    if (!normal.ends_with(each.noun)) continue;
    std::string_view object = normal.substr(0, normal.size() - each.noun.size());
    constexpr std::size_t shortest = 3;
    if (object.size() < shortest || object.ends_with(' ') == each.compound) return std::nullopt;
    if (object.ends_with(' ')) object.remove_suffix(1);
    // "Continue to cancellation", "Ask for deletion": no object of it.
    constexpr auto prepositions =
        std::to_array<std::string_view>({" to", " for", " of", " about", " after", " before"});
    if (std::any_of(prepositions.begin(), prepositions.end(), [&](auto word) { return object.ends_with(word); }))
      return std::nullopt;
    return each.verb_first ? std::string(each.verb) + ' ' + std::string(object)
                           : std::string(object) + ' ' + std::string(each.verb);
  }
  return std::nullopt;
}

}  // namespace interlock::gate
