/// Whether a word can be a secret: what its characters say.
#pragma once

#include <cstddef>
#include <string_view>

namespace interlock::gate {

inline constexpr std::size_t shortest_random = 20;

/// Whether a bracket closes one that is not open, as in no program; what follows the last of them does not count.
bool is_no_code(std::string_view value);

/// Letters, digits, `_` and `-`.
bool belongs_to_key(char c);
/// A value without the punctuation that stands behind it in a text.
std::string_view bare_value(std::string_view value);
/// Stands for a value and is none: `$TOKEN`, `<your key>`, `xxxx`, `changeme`, a call.
bool is_placeholder(std::string_view value);
/// An address, a path, a file's name, or data that is marked as a digest, a public key or a picture.
bool is_place(std::string_view word);
/// An identifier of a kind that anyone may see: a ULID, an address of a wallet or of content, text in base64.
bool is_known_kind(std::string_view word);
/// Letters and digits in an order that no word and no name has; not a hash or UUID.
bool looks_random(std::string_view run);
/// Whether `value` is a secret if it follows `name`. A "password" may be a short one, a "key" may be many other things.
bool is_named_secret(std::string_view name, std::string_view value);
/// The part of a word that may be a password: without quotes around it and punctuation behind it. Empty if none can be.
std::string_view password_in(std::string_view word);
/// As a password is made up and no word, number, version or name is. `named`: a colon or equals sign behind its name
/// leads to it, and less will do.
bool looks_like_password(std::string_view value, bool named);
/// Whether `value` is a secret if it is given to a header or an option that takes one.
bool is_given_secret(std::string_view value);

}  // namespace interlock::gate
