/// The purpose of a text field according to its texts: a password, a key, a one-time code, a card; or clearly something
/// else. In many languages at once; the words are in field_terms.cpp.
#pragma once

#include <string>
#include <string_view>

namespace interlock::gate {

struct FieldWords {
  bool secret = false;   ///< a password, key, one-time code, card or bank detail
  bool perhaps = false;  ///< words that mean a secret unless other texts of the field contradict: "PIN code"
  bool other = false;    ///< something else: an e-mail address, a user's name, a search
  bool user = false;     ///< ... a user's name or e-mail address
  std::string words;     ///< the words that set secret or perhaps

  bool found_any() const { return secret || perhaps || other; }
};

/// A text for people. Only its first clause with a known word counts: the rest is help, as in "Mobile (a one-time
/// password will be sent to you)". Within that clause a secret counts anywhere.
FieldWords read_field_label(std::string_view label);

/// The text of a dialog, in which a secret counts anywhere.
FieldWords read_field_dialog(std::string_view text);

/// A name for programs, such as a form's `name` and `id`: "txtPasswordConfirm", "card[exp_month]". The last known word
/// counts: "reset_password_email" is an e-mail address.
FieldWords read_field_identifier(std::string_view identifier);

}  // namespace interlock::gate
