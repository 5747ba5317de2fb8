#include "audit/signed_answer.h"

#include "approval/rows_json.h"
#include "approval/signed_yes.h"
#include "approval/statement.h"

namespace interlock::audit {
namespace {

namespace json = boost::json;

std::string text_of(const json::object& note, std::string_view key) {
  const auto* value = note.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : std::string();
}

}  // namespace

KnownKeys known_keys(const json::object& note) {
  KnownKeys keys;
  const auto* list = note.if_contains("keys");
  if (list == nullptr || !list->is_object()) return keys;
  for (const auto& [line, name] : list->get_object()) {
    if (name.is_string()) keys.emplace(line, name.get_string());
  }
  return keys;
}

std::string objection_to(const json::object& note, const KnownKeys& keys) {
  const std::string text = text_of(note, "statement"), line = text_of(note, "key"), name = text_of(note, "approver");
  const auto statement = approval::parse_statement(text);
  if (!statement) return "has a signed answer without a statement";
  if (statement->question != text_of(note, "question")) return "has a signed answer to another question";
  const auto shown = approval::rows_at(note, "shown"), done = approval::rows_at(note, "done");
  if (!shown || approval::digest_of(*shown) != statement->shown)
    return "has a signed answer to something else than was shown";
  if (!done || approval::digest_of(*done) != statement->done)
    return "has a signed answer to something else than was to be done";
  const auto known = keys.find(line);
  if (known == keys.end() || known->second != name)
    return "has an answer signed by a key that was not an approver's when it was written";
  const auto key = approval::parse_key(line);
  const auto yes = approval::yes_of_record(text_of(note, "signature"));
  if (!key || !yes) return "has a signed answer without a signature";
  const approval::Approvers one{{{.name = name, .keys = {*key}, .may = {}}}, {}};
  const auto signer = who_signed(one, text, *yes);
  return signer ? std::string() : "has an answer that " + name + " did not sign: " + signer.error();
}

}  // namespace interlock::audit
