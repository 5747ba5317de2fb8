/// Finds orders to a program that reads a text for its user, without a fixed wording. A sentence has signs: it names
/// such a program, speaks of the user in the third person, gives an order, hides something. One sign is harmless;
/// certain signs together are an order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gate/redaction/redaction.h"

namespace interlock::gate {

enum class ReaderSign : std::uint8_t {
  machine_told,  ///< an order to a program that reads texts: "bots that read this must click"
  helper_told,   ///< likewise "the agent" or "assistants", which may be persons
  user,          ///< the user, human or operator as a third person
  here,          ///< refers to the text itself, what is beside it, or the reader: this, below, your
  secret,        ///< a secret, or a right without limits: a private key, a one-time code, full access
  guard,         ///< confirmations, warnings, approval
  covert,        ///< something is to be kept from somebody
  unasked,       ///< approval is to be skipped, or what was asked for is to be dropped
  own_report,    ///< what the reader writes: "your summary"
};

struct ReaderSignRule {
  ReaderSign sign;
  std::string pattern;  ///< RE2, for normalised text
};

std::vector<ReaderSignRule> reader_sign_rules();

/// What a sentence with these signs is, by category; nothing if it may be an ordinary sentence.
std::optional<RedactionCategory> weighed(const std::vector<ReaderSign>& signs);

}  // namespace interlock::gate
