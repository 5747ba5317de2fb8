/// Orders to a program that reads for somebody, which no fixed wording finds: a sentence shows signs (it names such a
/// program, speaks of its user as a third person, gives an order, hides something), each harmless by itself, and
/// certain signs together are an order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gate/redaction/redaction.h"

namespace interlock::gate {

enum class ReaderSign : std::uint8_t {
  machine,     ///< names a program that reads: AI, LLM, bot, "whoever automates"
  helper,      ///< "the agent", "assistants": a program or a person
  user,        ///< the user, human or operator as a third person
  order,       ///< must, is asked to, a verb as a command
  act,         ///< what is done at a desktop or in an answer
  here,        ///< what is at hand: this, below, "every answer"
  private_,    ///< what nobody gives away: a key, a one-time code, full access
  guard,       ///< confirmations, warnings, approval
  covert,      ///< is to be kept from somebody
  unasked,     ///< without approval, against what was asked
  own_report,  ///< what the reader writes: "your summary"
};

struct ReaderSignRule {
  ReaderSign sign;
  std::string pattern;  ///< RE2, for normalised text
};

std::vector<ReaderSignRule> reader_sign_rules();

/// What a sentence with these signs is, by category; nothing if it may be an ordinary sentence.
std::optional<RedactionCategory> weighed(const std::vector<ReaderSign>& signs);

}  // namespace interlock::gate
