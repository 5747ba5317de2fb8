/// Labels of fields for secrets that no list has as a whole: a word for what is typed and a word that makes it a
/// secret, in one clause and in any of the languages: "Kod z SMS", "Bankkártyaszám", "Respuesta secreta". Pure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "gate/words/label_words.h"

namespace interlock::gate {

/// The clause of `label` that begins at word `first` names a secret by such a pair. Reads at most the clause's first
/// eight words: a longer one is a sentence.
bool pair_names_secret(const LabelWords& label, std::size_t first);

}  // namespace interlock::gate
