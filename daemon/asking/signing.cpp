#include "daemon/asking/signing.h"

#include <algorithm>

#include "approval/marked.h"
#include "approval/rows_json.h"
#include "ipc/nonce.h"

namespace interlock::daemon {

namespace json = boost::json;

namespace {

/// True if another row has this text already, uncut and as it is.
bool stands_elsewhere(const Question& question, const std::string& name, const std::string& text) {
  const std::string quoted = "\"" + text + "\"";
  if (name == "the agent says, whole") return question.intent == quoted;
  if (name == "it says, whole") return question.label == quoted;
  return name == "window title, whole" && question.window.ends_with("titled " + quoted);
}

}  // namespace

approval::Rows shown_rows(const Question& question) {
  approval::Rows rows;
  const auto add = [&rows](const char* name, const std::string& text) {
    if (!text.empty()) rows.emplace_back(name, approval::marked(text));
  };
  add("what would happen", question.headline);
  add("agent", question.agent);
  add("wants to", question.request);
  add("action", question.action);
  add("on", question.target);
  add("it says", question.label);
  add("in", question.window);
  add("because", question.reason);
  add("can be undone", question.undo);
  add("it shows", question.form);
  add("the agent says", question.intent);
  for (const auto& [name, text] : question.whole) {
    if (!stands_elsewhere(question, name, text)) add(name.c_str(), text);
  }
  return rows;
}

approval::Classes classes_of(const Question& question) {
  approval::Classes classes = {question.rule};
  if (!question.consequence.empty()) classes.push_back(question.consequence);
  classes.insert(classes.end(), question.covers.begin(), question.covers.end());
  return classes;
}

namespace {

/// The question itself by its rule or its consequence, and every part of it.
bool may_approve_all(const approval::Approver& approver, const Question& question) {
  approval::Classes own = {question.rule};
  if (!question.consequence.empty()) own.push_back(question.consequence);
  return may_approve(approver, own) &&
         std::all_of(question.covers.begin(), question.covers.end(),
                     [&](const std::string& rule) { return may_approve(approver, {rule}); });
}

}  // namespace

Signing::Signing()
    : start_(ipc::nonce(32)),
      record_([](const json::object&) { return tl::expected<void, Error>(); }),
      approvers_(std::make_shared<const approval::Approvers>()) {}

void Signing::set_up(std::string desktop, Record record, std::string counters) {
  desktop_ = std::move(desktop);
  record_ = std::move(record);
  counters_.open(std::move(counters));
}

void Signing::set_policy(std::shared_ptr<const approval::Approvers> approvers, std::string policy_digest) {
  approvers_ = std::move(approvers);
  policy_ = std::move(policy_digest);
}

std::uint32_t Signing::needed(const Question& question) const {
  return std::max<std::uint32_t>(1, quorum_of(*approvers_, classes_of(question)));
}

approval::Statement Signing::statement(const std::string& id, const Question& question, Time closes) const {
  const auto deadline = std::chrono::duration_cast<std::chrono::milliseconds>(closes - started_);
  return {.question = id,
          .desktop = desktop_,
          .start = start_,
          .shown = approval::digest_of(shown_rows(question)),
          .done = approval::digest_of(question.done),
          .policy = policy_,
          .picture = {},
          .lifespan = "once",
          .deadline_ms = static_cast<std::uint64_t>(deadline.count())};
}

tl::expected<std::string, std::string> Signing::take(const Question& question, const approval::Statement& statement,
                                                     const approval::SignedYes& yes, Whose whose) {
  const std::string text = serialize(statement);
  const auto signer = who_signed(*approvers_, text, yes);
  if (!signer) return tl::unexpected(signer.error());
  if (whose == Whose::who_may && !may_approve_all(*signer->approver, question))
    return tl::unexpected<std::string>("the policy does not let " + signer->approver->name + " approve this");
  const std::string& line = signer->key->line;
  if (signer->counter && counters_.repeats(line, *signer->counter))
    return tl::unexpected<std::string>("the authenticator's counter did not increase: it may have been copied");
  if (signer->counter) {
    if (const auto kept = counters_.keep(line, *signer->counter); !kept) return tl::unexpected(kept.error().text());
  }
  const auto recorded = record_({{"question", statement.question},
                                 {"of", question.record},
                                 {"session", question.session},
                                 {"approver", signer->approver->name},
                                 {"key", line},
                                 {"statement", text},
                                 {"shown", approval::rows_json(shown_rows(question))},
                                 {"done", approval::rows_json(question.done)},
                                 {"signature", record_of(yes)}});
  if (!recorded) return tl::unexpected<std::string>("it cannot be recorded: " + recorded.error().text());
  return signer->approver->name;
}

}  // namespace interlock::daemon
