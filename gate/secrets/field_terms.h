/// The words of field_words.h: lists of phrases, separated by commas and lines, in all languages together; a line that
/// begins with `#` is a heading. In a list:
/// a phrase matches as whole words; `word*` for any ending; `+word` is found inside a word, too (compounds);
/// `.word` counts in identifiers alone, `=phrase` as a whole label alone, `$phrase` not in labels where it only
/// describes an English noun behind it ("PIN cushion").
#pragma once

#include <string_view>

namespace interlock::gate::field_terms {

extern const std::string_view secret;   ///< passwords, keys, codes
extern const std::string_view payment;  ///< cards and bank accounts
extern const std::string_view perhaps;  ///< a code or PIN, unless another word makes it a postal code or a captcha
extern const std::string_view user;     ///< a user's name or e-mail address
extern const std::string_view other;    ///< another thing, though one of the words above may be in it

}  // namespace interlock::gate::field_terms
