#include "gate/readings/secret_place.h"

#include <algorithm>
#include <array>

#include "gate/screen/browser.h"
#include "gate/secrets/field_words.h"
#include "gate/url/url.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

constexpr std::size_t longest_evidence = 200;

/// scheme://host:port, as people compare it.
std::string origin_of(const url::Url& page) {
  std::string origin = page.scheme + "://" + (page.host ? page.host->text : std::string());
  if (page.port) origin += ":" + std::to_string(*page.port);
  return origin;
}

bool has_token(std::string_view tokens, std::string_view wanted) {
  while (!tokens.empty()) {
    const std::size_t end = std::min(tokens.find_first_of(" \t\n"), tokens.size());
    if (normalise(tokens.substr(0, end)).text == wanted) return true;
    tokens.remove_prefix(std::min(end + 1, tokens.size()));
  }
  return false;
}

bool is_password_field(const Element& element) {
  if (element.role == Role::password_text) return true;
  return normalise(element.attribute("text-input-type")).text == "password";
}

/// What the field says of itself, to people and to programs.
std::array<std::string_view, 6> texts_of(const Element& element) {
  return {element.name,
          element.labelled_by,
          element.attribute("placeholder"),
          element.attribute("placeholder-text"),
          element.attribute("id"),
          element.attribute("html-input-name")};
}

/// Browsers do not report what `autocomplete` says. A code is worth nothing elsewhere or later, so that any code's
/// field of the page will do.
bool is_code_field(const Element& element) {
  constexpr std::array<std::string_view, 14> words = {"code", "kode", "kod",  "códig", "codic", "код", "コード",
                                                      "码",   "碼",   "코드", "otp",   "2fa",   "mfa", "token"};
  if (!takes_text(element.role) || element.states.has(State::multi_line)) return false;
  for (const std::string_view text : texts_of(element)) {
    const std::string plain = normalise(text).text;
    for (const std::string_view word : words) {
      if (plain.find(word) != plain.npos) return true;
    }
  }
  return has_token(element.attribute("autocomplete"), "one-time-code");
}

/// A field of one line whose texts, names or form say that it is for a user's name or address.
bool is_user_field(const Element& element) {
  if (!takes_text(element.role) || element.states.has(State::multi_line)) return false;
  const std::string_view autocomplete = element.attribute("autocomplete");
  if (has_token(autocomplete, "username") || has_token(autocomplete, "email")) return true;
  if (normalise(element.attribute("text-input-type")).text == "email") return true;
  for (std::string_view text : {std::string_view(element.name), std::string_view(element.labelled_by),
                                element.attribute("placeholder"), element.attribute("placeholder-text")}) {
    if (!text.empty() && read_field_label(text).user) return true;
  }
  return read_field_identifier(element.attribute("id")).user ||
         read_field_identifier(element.attribute("html-input-name")).user;
}

bool is_for(SecretKind kind, const EvaluationContext& context, const Element& element) {
  switch (kind) {
    case SecretKind::password:
      return is_password_field(element);
    case SecretKind::username:
      return !context.secret && is_user_field(element);
    case SecretKind::code:
      return is_code_field(element) || (takes_text(element.role) && context.secret);
  }
  return false;
}

std::string hosts_text(const SecretBinding& binding) {
  std::string text;
  for (const SecretHost& host : binding.hosts) text += (text.empty() ? "" : ", ") + host.text();
  for (const std::string& program : binding.applications) text += (text.empty() ? "" : ", ") + program;
  return text;
}

SecretPlace refuse(SecretPlace place, std::string_view code, Reason reason, std::string_view evidence = {}) {
  place.objection = code;
  place.reason = std::move(reason);
  place.evidence = utf8_prefix(evidence, longest_evidence);
  place.place.clear();
  return place;
}

/// The page and every page that it is a frame of must be one of the hosts: a frame is drawn over, moved and covered by
/// the pages around it.
SecretPlace in_page(SecretPlace place, const EvaluationContext& context, const std::string& says) {
  const auto* frames = context.observation.frames.get();
  if (frames == nullptr || frames->empty() || frames->front().url != context.observation.document->url) {
    return refuse(std::move(place), "unknown_frames", says + ", but which pages its field is in could not be seen");
  }
  for (std::size_t i = 0; i < frames->size(); ++i) {
    const auto page = url::parse_url(frames->at(i).url);
    const auto& hosts = place.binding->hosts;
    if (page && std::any_of(hosts.begin(), hosts.end(), [&](const auto& host) { return host.matches(*page); }))
      continue;
    const std::string found = page && page->host ? origin_of(*page) : frames->at(i).url.substr(0, longest_evidence);
    if (i == 0) {
      return refuse(std::move(place), "wrong_host", says + ", and this page is of " + in_quotes(found), found);
    }
    return refuse(std::move(place), "wrong_frame", says + ", and this page is shown inside one of " + in_quotes(found),
                  found);
  }
  place.place = origin_of(*url::parse_url(frames->front().url));
  return place;
}

SecretPlace in_application(SecretPlace place, const EvaluationContext& context, const std::string& says) {
  const std::string& program = context.window->app;
  const auto& programs = place.binding->applications;
  if (std::find(programs.begin(), programs.end(), program) == programs.end()) {
    return refuse(std::move(place), "wrong_application", says + ", and this is " + context.window_text(), program);
  }
  if (is_browser(*context.window)) {
    return refuse(std::move(place), "wrong_application",
                  says + ", and the field is in a browser, outside of any page: bind the secret to a host", program);
  }
  place.place = program;
  return place;
}

}  // namespace

SecretPlace secret_place(const EvaluationContext& context) {
  const std::string& name = std::get<TypeSecret>(context.action.body).name;
  SecretPlace place{.binding = find_secret(context.policy.config().secrets, name)};
  if (place.binding == nullptr) {
    return refuse(place, "unknown_secret",
                  "the policy has no secret " + in_quotes(name) + "; list_secrets names them all");
  }
  const SecretBinding& binding = *place.binding;
  const std::string says = "the secret " + in_quotes(name) + " is for " + hosts_text(binding);
  const Observation& seen = context.observation;
  if (context.window == nullptr || context.element == nullptr || seen.document.is_unknown()) {
    return refuse(place, "unknown_field",
                  says + ", but where it would be typed could not be seen: " + context.target_text());
  }
  place = seen.document ? in_page(std::move(place), context, says) : in_application(std::move(place), context, says);
  if (!place.objection.empty()) return place;
  if (context.terminal || !is_for(binding.field, context, *context.element)) {
    return refuse(std::move(place), "wrong_field",
                  "the secret " + in_quotes(name) + " is for a " + std::string(secret_kind_name(binding.field)) +
                      " field, and the focus is in " + context.target_text(),
                  role_name(context.element->role));
  }
  return place;
}

std::string agreement_key(const SecretPlace& place) {
  return place.binding->name + "\n" + place.place;
}

}  // namespace interlock::gate
