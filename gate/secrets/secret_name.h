/// What a text calls the value that follows: "password: ...", "Passwort lautet ...", "le code de la porte est ...".
/// Pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct Piece {
  std::size_t begin = 0;  ///< bytes of the text
  std::size_t end = 0;
};

/// Runs of visible ASCII and of letters of the Latin, Greek and Cyrillic scripts: words, numbers, passwords. Other
/// scripts, which write no spaces, separate them, and so does a colon or an equals sign behind a letter that is not
/// ASCII.
std::vector<Piece> visible_pieces(std::string_view text);

/// How a name leads to the value behind it.
enum class Link : std::uint8_t {
  none,   ///< the text before the value does not name a secret
  words,  ///< "password of the server ..."
  next,   ///< "password ..."
  is,     ///< "password is ..."
  sign,   ///< "password: ..."
};

/// Which words name a secret.
enum class NamedBy : std::uint8_t {
  certain,  ///< those that mean one anywhere: "password"
  likely,   ///< also those that mean one before a number: "confirmation code", which bookings have as well
};

/// How the text before `at` names what stands there, by the words of field_terms.cpp. Only the last few words of its
/// sentence count.
Link secret_name_before(std::string_view text, std::size_t at, NamedBy words = NamedBy::certain);

/// The last few words of the sentence before `at`.
std::string_view name_before(std::string_view text, std::size_t at);

/// The last word means "is" (not "to be"), in one of the languages of field_terms.cpp.
bool ends_in_copula(std::string_view name);

}  // namespace interlock::gate
