/// Numbers of payment cards in text. Pure.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct CardSpan {
  std::size_t begin = 0;  ///< bytes of the text
  std::size_t end = 0;
};

/// Groups of digits with one space, dash or point between them that have an issuer's first digits and length, the check
/// digit of ISO/IEC 7812 (Luhn), and groups as on a card. In order, without overlaps. One number in ten with the first
/// digits and the length of a card has the check digit by chance.
std::vector<CardSpan> find_payment_cards(std::string_view text);

}  // namespace interlock::gate
