/// Amounts of money in a label.
#pragma once

#include <string_view>

namespace interlock::gate {

/// Whether the label of a button offers something for an amount of money: "Get Plus - $12/month", "Top up 20 EUR". Not
/// if the amount is its whole text, or a limit: "$20", "Under $50". `normal` is normalised text.
bool offers_for_a_price(std::string_view normal);

/// Whether the text names an amount of money: "39.90 EUR", "$5". `normal` is normalised text.
bool names_money(std::string_view normal);

}  // namespace interlock::gate
