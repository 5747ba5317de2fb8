/// Personal data in text that is shown: numbers of payment cards and bank accounts, phone numbers, e-mail addresses,
/// keys and one-time codes. Recognised by their form and their check digits. Names and postal addresses are not
/// recognised. Pure.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace interlock::gate {

enum class PersonalKind : std::uint8_t {
  card,   ///< a payment card's number: an issuer's first digits, and the check digit of ISO/IEC 7812 (Luhn)
  iban,   ///< a bank account: the country's length, and the check digits of ISO 13616 (mod 97)
  phone,  ///< international (+49 ...), of North America, with a leading 0 in groups, or behind a word for it
  email,
  key,   ///< keys, tokens and passwords (gate/secrets/secret_text.h)
  code,  ///< a one-time code: 4 to 8 digits behind a word for it
};
inline constexpr std::array all_personal_kinds = {PersonalKind::card,  PersonalKind::iban, PersonalKind::phone,
                                                  PersonalKind::email, PersonalKind::key,  PersonalKind::code};

/// "card", "iban", ...
std::string_view personal_kind_name(PersonalKind kind);
std::optional<PersonalKind> personal_kind_of(std::string_view name);

struct PersonalSpan {
  PersonalKind kind = PersonalKind::card;
  std::size_t begin = 0;  ///< bytes of the text
  std::size_t end = 0;
  bool operator==(const PersonalSpan&) const = default;
};

/// In order of their beginnings; they may overlap.
std::vector<PersonalSpan> find_personal_data(std::string_view text);

}  // namespace interlock::gate
