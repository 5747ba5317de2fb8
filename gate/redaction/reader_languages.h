/// The text of the vocabularies of gate/redaction/languages.
#pragma once

#include <span>

#include "gate/words/languages.h"

namespace interlock::gate {

std::span<const Language> reader_languages();

}  // namespace interlock::gate
