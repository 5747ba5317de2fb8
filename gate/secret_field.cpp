#include "gate/secret_field.h"

#include <array>
#include <string_view>

#include "gate/patterns.h"
#include "gate/text.h"

namespace interlock::gate {
namespace {

constexpr std::array<std::string_view, 5> label_attributes = {"placeholder", "placeholder-text", "id",
                                                              "html-input-name", "title"};
constexpr std::size_t ancestors_read = 8;

/// What `autocomplete` says of secrets; the payment tokens only under our own rules, the published ones do not know
/// them. HTML Standard, "autofill field".
bool secret_autocomplete(std::string_view token, bool consequence) {
  if (token.find("current-password") != token.npos || token.find("new-password") != token.npos) return true;
  if (!consequence) return false;
  return token.find("one-time-code") != token.npos || token.find("cc-number") != token.npos ||
         token.find("cc-csc") != token.npos || token.find("cc-exp") != token.npos;
}

class Reader {
 public:
  Reader(const Policy& policy) : policy_(policy), patterns_(policy.patterns()) {}

  void read(std::string_view text) {
    if (text.empty()) return;
    said_something_ = true;
    const Text normal = normalise(text);
    if (patterns_.credential_allowlist.match(normal.text)) allowed_ = true;
    if (found_) return;
    if (const auto hit = patterns_.credential.match(normal.text)) {
      found_ = SecretField{"it says " + quoted(text), patterns_.credential.source(hit->index)};
    } else if (patterns_.known.secret_labels.match(normal.text)) {
      found_ = SecretField{"it says " + quoted(text), std::string(trimmed(normal.text, 80))};
    } else if (normal.cut) {
      found_ = SecretField{"its label is too long to be read whole", "label_too_long"};
    }
  }

  bool consequence() const { return policy_.config().text_rules == TextRules::consequence; }
  bool said_something() const { return said_something_; }
  bool allowed() const { return allowed_; }
  std::optional<SecretField> found() && { return std::move(found_); }

 private:
  const Policy& policy_;
  const Policy::Patterns& patterns_;
  std::optional<SecretField> found_;
  bool allowed_ = false;
  bool said_something_ = false;
};

std::optional<SecretField> by_role_or_attribute(const Element& element, bool consequence) {
  if (element.role == Role::password_text) return SecretField{"its role is password text", "role 40"};
  for (std::string_view key : {"text-input-type", "type"}) {
    if (normalise(element.attribute(key)).text == "password") {
      return SecretField{"its input type is password", std::string(key) + "=password"};
    }
  }
  const std::string_view autocomplete = element.attribute("autocomplete");
  if (!autocomplete.empty() && secret_autocomplete(normalise(autocomplete).text, consequence)) {
    return SecretField{"its form says it is for " + quoted(autocomplete),
                       "autocomplete=" + std::string(trimmed(autocomplete, 80))};
  }
  return std::nullopt;
}

}  // namespace

std::optional<SecretField> secret_field(const Policy& policy, const Element& element) {
  Reader reader(policy);
  reader.read(element.name);
  reader.read(element.labelled_by);
  reader.read(element.description);
  for (std::string_view key : label_attributes) reader.read(element.attribute(key));
  // A field that says nothing of itself is what the dialog around it asks for.
  if (!reader.said_something()) {
    for (std::size_t i = 0; i < element.ancestors.size() && i < ancestors_read; ++i) {
      reader.read(element.ancestors[i].name);
      reader.read(element.ancestors[i].text);
    }
  }
  if (reader.allowed()) return std::nullopt;
  auto certain = by_role_or_attribute(element, reader.consequence());
  return certain ? certain : std::move(reader).found();
}

}  // namespace interlock::gate
