#include "policy/secrets.h"

#include <algorithm>

#include "policy/readers.h"

namespace interlock::policy {

namespace {

/// One text, or a list of texts.
std::vector<std::string> texts_of(const Node& node, Mistakes& mistakes) {
  std::vector<std::string> all;
  if (node.kind == Node::Kind::list) {
    read(node, all, mistakes);
  } else if (auto text = text_of(node, mistakes); text && !text->empty()) {
    all.push_back(std::move(*text));
  }
  if (all.empty()) mistakes.add(node.place, "it names nothing");
  return all;
}

void read_hosts(const Node& node, std::vector<gate::SecretHost>& into, Mistakes& mistakes) {
  for (const std::string& text : texts_of(node, mistakes)) {
    std::string error;
    if (auto host = gate::SecretHost::parse(text, error)) {
      into.push_back(std::move(*host));
    } else {
      mistakes.add(node.place, in_single_quotes(text) + " is not a host for a secret: " + error);
    }
  }
}

void read_field(const Node& node, gate::SecretKind& into, Mistakes& mistakes) {
  const auto word = word_of(node, "kind of field", {"password", "username", "code"}, mistakes);
  if (!word) return;
  into = *word == "password" ? gate::SecretKind::password
                             : (*word == "username" ? gate::SecretKind::username : gate::SecretKind::code);
}

void read_ask(const Node& node, gate::SecretAsk& into, Mistakes& mistakes) {
  const auto word = word_of(node, "value", {"session", "always", "never"}, mistakes);
  if (!word) return;
  into = *word == "session" ? gate::SecretAsk::session
                            : (*word == "always" ? gate::SecretAsk::always : gate::SecretAsk::never);
}

void read_item(const Node& node, SecretSource& into, Mistakes& mistakes) {
  if (node.kind != Node::Kind::map || node.members.empty()) {
    return wrong_type(node, "the attributes of an item of the keyring (service: shop, username: ann)", mistakes);
  }
  for (const auto& [key, place, value] : node.members) {
    if (auto text = text_of(value, mistakes)) into.item.emplace_back(key, std::move(*text));
  }
}

/// A credential is a file in one folder, never elsewhere.
void read_credential(const Node& node, SecretSource& into, Mistakes& mistakes) {
  const auto text = text_of(node, mistakes);
  if (!text) return;
  if (text->empty() || text->front() == '.' || text->find('/') != std::string::npos) {
    return mistakes.add(node.place, in_single_quotes(*text) + " is not the name of a credential",
                        "the name of a file in the folder of credentials, without '/' and not beginning with '.'");
  }
  into.credential = *text;
}

void read_secret_name(const Node& node, std::string& into, Mistakes& mistakes) {
  const auto text = text_of(node, mistakes);
  if (!text) return;
  const auto control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (text->empty() || text->size() > max_secret_name || std::any_of(text->begin(), text->end(), control)) {
    return mistakes.add(node.place, in_single_quotes(*text) + " is not a name for a secret",
                        "at most " + std::to_string(max_secret_name) + " bytes, without control characters");
  }
  into = *text;
}

struct Secret {
  gate::SecretBinding binding;
  SecretSource source;
};

void check(const Node& node, const Secret& secret, Mistakes& mistakes) {
  if (node.find("name") == nullptr) mistakes.add(node.place, "the secret has no 'name'");
  if (node.find("host") == nullptr && node.find("application") == nullptr) {
    mistakes.add(node.place, "the secret has neither 'host' nor 'application'",
                 "a secret is typed only where the policy says");
  }
  if ((node.find("keyring") == nullptr) == (node.find("credential") == nullptr)) {
    mistakes.add(node.place, "the secret needs either 'keyring' or 'credential'",
                 "keyring: attributes of an item; credential: the name of a file in the folder of credentials");
  }
  if (!secret.source.attribute.empty() && node.find("keyring") == nullptr) {
    mistakes.add(node.place, "'attribute' is of an item of the keyring");
  }
}

Secret read_secret(const Node& node, Mistakes& mistakes) {
  Secret secret;
  if (node.kind != Node::Kind::map) {
    wrong_type(node, "a secret (name: ..., host: ..., field: ..., keyring: ...)", mistakes);
    return secret;
  }
  for (const auto& [key, place, value] : node.members) {
    if (key == "name") {
      read_secret_name(value, secret.binding.name, mistakes);
    } else if (key == "host") {
      read_hosts(value, secret.binding.hosts, mistakes);
    } else if (key == "application") {
      secret.binding.applications = texts_of(value, mistakes);
    } else if (key == "field") {
      read_field(value, secret.binding.field, mistakes);
    } else if (key == "ask") {
      read_ask(value, secret.binding.ask, mistakes);
    } else if (key == "keyring") {
      read_item(value, secret.source, mistakes);
    } else if (key == "attribute") {
      secret.source.attribute = text_of(value, mistakes).value_or("");
    } else if (key == "credential") {
      read_credential(value, secret.source, mistakes);
    } else {
      mistakes.add(
          place,
          unknown("key", key, {"name", "host", "application", "field", "ask", "keyring", "attribute", "credential"}),
          "a secret has name, host, application, field, ask, keyring, attribute, credential");
    }
  }
  check(node, secret, mistakes);
  secret.source.is_code = secret.binding.field == gate::SecretKind::code;
  return secret;
}

}  // namespace

void read_secrets(const Node& node, Settings& settings, Mistakes& mistakes) {
  settings.gate.secrets.clear();
  settings.secret_sources.clear();
  if (node.kind != Node::Kind::list) return wrong_type(node, "a list of secrets", mistakes);
  if (node.items.size() > max_secrets) {
    return mistakes.add(node.items[max_secrets].place, "more than " + std::to_string(max_secrets) + " secrets");
  }
  for (const Node& item : node.items) {
    if (mistakes.full()) return;
    Secret secret = read_secret(item, mistakes);
    if (!settings.secret_sources.emplace(secret.binding.name, std::move(secret.source)).second) {
      mistakes.add(item.place, "a second secret named " + in_single_quotes(secret.binding.name));
    }
    settings.gate.secrets.push_back(std::move(secret.binding));
  }
}

}  // namespace interlock::policy
