/// Numbers of bank accounts in text: IBANs, by their country's structure and their check digits (ISO 13616). Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct AccountSpan {
  std::size_t begin = 0;  ///< bytes of the text
  std::size_t end = 0;
  bool operator==(const AccountSpan&) const = default;
};

/// In order, without overlaps. Blanks and dashes may stand in a number.
std::vector<AccountSpan> find_account_numbers(std::string_view text);

/// Also those that a reader of pixels got wrong: a letter for the digit that it looks like and the other way round,
/// wherever the structure says which of them stands there; one digit for a similar one, or one character too many, if
/// the check digits are right without it.
std::vector<AccountSpan> find_misread_accounts(std::string_view text);

}  // namespace interlock::gate
