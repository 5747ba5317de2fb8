/// Secrets that a text states in words: "the root password is ...", in any language that field_terms.cpp knows; the
/// words of a wallet's recovery phrase, recovery codes, PINs and combinations, a payment card's number.
#pragma once

#include <string_view>
#include <vector>

#include "gate/secrets/secret_text.h"

namespace interlock::gate {

/// In no order, may overlap. Linear in the text but for what looks like a password.
std::vector<SecretSpan> find_spoken_secrets(std::string_view text);

}  // namespace interlock::gate
