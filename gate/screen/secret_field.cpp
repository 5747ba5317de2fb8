#include "gate/screen/secret_field.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "gate/policy/patterns.h"
#include "gate/secrets/field_words.h"
#include "values/text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

constexpr std::array<std::string_view, 3> label_attributes = {"placeholder", "placeholder-text", "title"};
constexpr std::array<std::string_view, 2> identifier_attributes = {"id", "html-input-name"};
constexpr std::size_t ancestors_read = 8;

/// The purpose of a field according to the tokens of `autocomplete`. HTML Standard, "autofill field".
enum class Autofill : std::uint8_t { nothing, new_password, secret, other };

Autofill autofill_of(std::string_view tokens) {
  static constexpr std::array<std::string_view, 12> secret = {
      "current-password", "one-time-code",  "cc-number",          "cc-csc",
      "cc-exp",           "cc-exp-month",   "cc-exp-year",        "cc-name",
      "cc-given-name",    "cc-family-name", "cc-additional-name", "cc-type"};
  static constexpr std::array<std::string_view, 26> other = {
      "name",          "given-name",    "additional-name", "family-name",    "nickname",       "username",
      "email",         "tel",           "tel-national",    "organization",   "street-address", "address-line1",
      "address-line2", "address-line3", "address-level1",  "address-level2", "country",        "country-name",
      "postal-code",   "bday",          "bday-day",        "bday-month",     "bday-year",      "sex",
      "url",           "photo"};
  Autofill says = Autofill::nothing;
  while (!tokens.empty()) {
    const std::size_t end = std::min(tokens.find_first_of(" \t\n"), tokens.size());
    const std::string_view token = tokens.substr(0, end);
    tokens.remove_prefix(std::min(end + 1, tokens.size()));
    if (std::find(secret.begin(), secret.end(), token) != secret.end()) return Autofill::secret;
    if (token == "new-password") says = Autofill::new_password;
    if (std::find(other.begin(), other.end(), token) != other.end()) says = Autofill::other;
  }
  return says;
}

/// The published design knows only these, and finds them anywhere.
bool published_autocomplete(std::string_view tokens) {
  return tokens.find("current-password") != tokens.npos || tokens.find("new-password") != tokens.npos;
}

/// Input types that never contain a secret; "text", "tel" and "number" may.
bool takes_another_thing(const Element& element) {
  static constexpr std::array<std::string_view, 9> types = {"email", "url",  "search",         "date", "month",
                                                            "week",  "time", "datetime-local", "color"};
  const std::string type = normalise(element.attribute("text-input-type")).text;
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::optional<SecretField> by_role_or_type(const Element& element) {
  if (element.role == Role::password_text) return SecretField{"its role is password text", "role 40"};
  for (std::string_view key : {"text-input-type", "type"}) {
    if (normalise(element.attribute(key)).text == "password") {
      return SecretField{"its input type is password", std::string(key) + "=password"};
    }
  }
  return std::nullopt;
}

SecretField by_autocomplete(std::string_view value) {
  return {"its form says it is for " + in_quotes(value), "autocomplete=" + std::string(utf8_prefix(value, 80))};
}

SecretField says(std::string_view text, std::string evidence) {
  return {"it says " + in_quotes(text), std::move(evidence)};
}

/// Calls `see` with every text of the field itself; with the texts around it if it has none.
template <class See>
void for_each_text(const Element& element, See&& see) {
  bool any = false;
  const auto one = [&](std::string_view text) {
    if (text.empty()) return;
    any = true;
    see(text);
  };
  one(element.name);
  one(element.labelled_by);
  one(element.description);
  for (std::string_view key : label_attributes) one(element.attribute(key));
  for (std::string_view key : identifier_attributes) one(element.attribute(key));
  for (std::size_t i = 0; !any && i < element.ancestors.size() && i < ancestors_read; ++i) {
    if (!element.ancestors[i].name.empty()) see(element.ancestors[i].name);
    if (!element.ancestors[i].text.empty()) see(element.ancestors[i].text);
  }
}

/// The policy's own patterns, anywhere in the field's texts.
std::optional<SecretField> by_patterns(const Policy::Patterns& patterns, const Element& element) {
  std::optional<SecretField> found;
  for_each_text(element, [&](std::string_view text) {
    if (found) return;
    if (!patterns.credential.empty()) {
      if (const auto hit = patterns.credential.match(normalise(text).text)) {
        found = says(text, patterns.credential.source(hit->index));
        return;
      }
    }
    if (text.size() > max_target_text) found = SecretField{"its label is too long to be read whole", "label_too_long"};
  });
  return found;
}

/// What the field's words imply: those of its texts for people, and those of its names for programs.
class Words {
 public:
  void read(std::string_view text, const FieldWords& words) {
    other_ |= words.other && !words.secret;
    if (words.secret && !found_) found_ = says(text, words.words);
    if (words.perhaps && !perhaps_) perhaps_ = says(text, words.words);
  }
  bool found_any() const { return found_ || perhaps_ || other_; }
  bool other() const { return other_; }
  std::optional<SecretField>& found() { return found_; }
  std::optional<SecretField>& perhaps() { return perhaps_; }

 private:
  std::optional<SecretField> found_;
  std::optional<SecretField> perhaps_;  // unless another word contradicts it
  bool other_ = false;
};

/// `new_password`: the form asks the browser for a new password here. Forms also do this in fields of another kind, to
/// prevent autofill.
std::optional<SecretField> by_words(const Element& element, bool new_password) {
  Words label;
  bool silent = true;
  const auto read = [&](std::string_view text) {
    if (text.empty()) return;
    silent = false;
    label.read(text, read_field_label(text));
  };
  read(element.name);
  read(element.labelled_by);
  for (std::string_view key : label_attributes) read(element.attribute(key));
  if (!label.found_any()) read(element.description);
  if (label.found()) return std::move(label.found());
  if (new_password && !label.other()) return by_autocomplete(element.attribute("autocomplete"));

  // If the label says something else, the names for programs are not used.
  Words names;
  for (std::string_view key : identifier_attributes) {
    const std::string_view name = element.attribute(key);
    if (!name.empty()) names.read(name, read_field_identifier(name));
  }
  if (!label.other() && names.found()) return std::move(names.found());
  const bool other = label.other() || names.other();
  if (!other && label.perhaps()) return std::move(label.perhaps());
  if (!other && names.perhaps()) return std::move(names.perhaps());
  if (!silent || names.found_any()) return std::nullopt;

  Words around;
  for (std::size_t i = 0; i < element.ancestors.size() && i < ancestors_read; ++i) {
    const Ancestor& ancestor = element.ancestors[i];
    around.read(ancestor.name, read_field_dialog(ancestor.name));
    around.read(ancestor.text, read_field_dialog(ancestor.text));
  }
  return std::move(around.found());
}

bool is_allowed(const PatternSet& allowlist, const Element& element) {
  bool allowed = false;
  if (allowlist.empty()) return allowed;
  for_each_text(element, [&](std::string_view text) { allowed = allowed || allowlist.match(normalise(text).text); });
  return allowed;
}

}  // namespace

std::optional<SecretField> secret_field(const Policy& policy, const Element& element) {
  if (is_allowed(policy.patterns().credential_allowlist, element)) return std::nullopt;
  if (auto certain = by_role_or_type(element)) return certain;
  const std::string_view autocomplete = element.attribute("autocomplete");
  const std::string tokens = normalise(autocomplete).text;
  const bool consequence = policy.config().text_rules == TextRules::consequence;
  if (!consequence && published_autocomplete(tokens)) return by_autocomplete(autocomplete);
  if (auto listed = by_patterns(policy.patterns(), element)) return listed;
  if (!consequence) return std::nullopt;

  const Autofill autofill = autofill_of(tokens);
  if (autofill == Autofill::secret) return by_autocomplete(autocomplete);
  if (autofill == Autofill::other || takes_another_thing(element)) return std::nullopt;
  return by_words(element, autofill == Autofill::new_password);
}

}  // namespace interlock::gate
