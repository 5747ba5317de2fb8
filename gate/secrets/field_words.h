/// What the texts of a text field say it is for: a password, a key, a one-time code, a card; or plainly another thing.
/// In many languages at once; the words are in field_terms.cpp.
#pragma once

#include <string>
#include <string_view>

namespace interlock::gate {

struct FieldWords {
  bool secret = false;   ///< a password, key, one-time code, card or bank detail
  bool perhaps = false;  ///< words that mean a secret unless the field says that it is another thing: "PIN code"
  bool other = false;    ///< another thing: an e-mail address, a user's name, a search
  std::string words;     ///< the words that say secret or perhaps

  bool tells() const { return secret || perhaps || other; }
};

/// A text for people. Its first clause that says anything counts: what follows is help, as in "Mobile (a one-time
/// password will be sent to you)". Within it a secret counts wherever it stands.
FieldWords read_field_label(std::string_view label);

/// The text of a dialog, in which a secret counts wherever it stands.
FieldWords read_field_dialog(std::string_view text);

/// A name for programs, as the form's `name` and `id`: "txtPasswordConfirm", "card[exp_month]". The last word that says
/// anything counts: "reset_password_email" is an e-mail address.
FieldWords read_field_identifier(std::string_view identifier);

}  // namespace interlock::gate
