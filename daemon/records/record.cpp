#include "daemon/records/record.h"

#include <algorithm>
#include <array>

#include <unistd.h>

#include "daemon/records/question.h"
#include "gate/screen/developer_tools.h"
#include "gate/screen/other_names.h"
#include "gate/secrets/secret_text.h"
#include "ipc/encode.h"
#include "values/key_text.h"
#include "values/visit.h"

namespace interlock::daemon {

namespace json = boost::json;

namespace {

/// Whether text that may be a secret is likely to be one: its field is known, its window asks for a secret, or the text
/// has the form of one.
bool is_likely_secret(const Step& step, const gate::SafetyGate& judge) {
  const auto& observation = step.seen.observation;
  if (!uses_keyboard(step.action) || !step.assessment.reading.secret) return false;
  if (observation.focus || !observation.window) return observation.focus.has_value();
  const Element titled{.role = Role::entry, .name = observation.window->title};
  if (gate::secret_field(judge.policy(), titled)) return true;
  if (judge.profile() != nullptr && gate::secret_field(*judge.profile(), titled)) return true;
  const auto* type = std::get_if<Type>(&step.action.body);
  return type != nullptr && !gate::find_secrets(type->text).empty();
}

std::string bullets(std::string_view text) {
  const auto characters = std::count_if(text.begin(), text.end(), [](unsigned char c) { return (c & 0xC0) != 0x80; });
  std::string masked;
  for (std::ptrdiff_t i = 0; i < std::min<std::ptrdiff_t>(characters, 64); ++i) masked += "•";
  return masked;
}

/// A key that enters a character, whatever its name ("h", "é", "exclam", "KP_7"); ctrl+s is none.
void hide_character(KeyChord& chord) {
  if (key_text(chord).effect == KeyEffect::character) chord = {{}, "•"};
}

/// All text and characters that the action puts into its target.
void hide_text(ActionBody& body) {
  std::visit(
      Overloaded{
          [](Type& type) { type.text = bullets(type.text); },
          [](Key& key) {
            for (auto& chord : key.chords) hide_character(chord);
          },
          [](AnyOf<KeyDown, KeyUp> auto& one) { hide_character(one.key); },
          [](SetValue& set) { set.value = bullets(set.value); },
          [](SelectOption& choice) { choice.option = bullets(choice.option); },
          [](FillForm& form) {
            for (auto& field : form.fields) field.value = bullets(field.value);
          },
          Ignore<Move, Click, Drag, Scroll, TypeSecret, MouseDown, MouseUp, Wait, Navigate, Sequence, ChangeWindow,
                 MoveWindow, ResizeWindow, CloseWindow, RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport>()},
      body);
}

/// What is a secret by its form.
void hide_known_secrets(ActionBody& body) {
  std::visit(Overloaded{[](Type& type) { type.text = gate::without_secrets(type.text); },
                        [](RenameWindow& rename) {
                          if (rename.title) rename.title = gate::without_secrets(*rename.title);
                        },
                        [](SetValue& set) { set.value = gate::without_secrets(set.value); },
                        [](SelectOption& choice) { choice.option = gate::without_secrets(choice.option); },
                        [](FillForm& form) {
                          for (auto& field : form.fields) field.value = gate::without_secrets(field.value);
                        },
                        Ignore<Move, Click, Drag, Scroll, TypeSecret, Key, KeyDown, KeyUp, MouseDown, MouseUp, Wait,
                               Navigate, Sequence, ChangeWindow, MoveWindow, ResizeWindow, CloseWindow, SwitchDesktop,
                               SetDesktopCount, MoveViewport>()},
             body);
}

void add_what_happened(json::object& object, const Step& step) {
  const bool executed = step.delivery.complete;
  object["executed"] = executed;
  if (std::holds_alternative<Type>(step.action.body) || std::holds_alternative<Navigate>(step.action.body)) {
    object["typed"] = step.delivery.typed;
  }
  if (step.verdict) {
    object["outcome"] = outcome_name(step.verdict->outcome);
    object["outcome_reason"] = step.verdict->why;
    if (!step.verdict->word.empty()) object["word"] = step.verdict->word;
  }
  if (step.refusal) object["refusal"] = {{"code", step.refusal->code}, {"reason", valid_utf8(step.refusal->reason)}};
  if (auto rollback = rollback_json(step); !rollback.is_null()) object["undo"] = std::move(rollback);
  object["ms"] = double(step.took.count()) / 1000.0;
}

}  // namespace

void add_word(json::object& reply, const std::optional<Verdict>& verdict) {
  if (!verdict || verdict->word.empty()) return;
  reply["word"] = verdict->word;
  reply["hints"].as_array().emplace_back("The person says: " + in_quotes(verdict->word, verdict->word.size()));
}

Known<Element> acted_on(const Step& step) {
  if (step.means) return *step.means;
  const Subject& subject = step.assessment.reason.subject();
  if (subject.control) return *subject.control;
  const auto* bound = step.seen.observation.bound.get();
  if (subject.kind != Subject::Kind::element && bound != nullptr && !bound->empty()) return bound->front();
  return target_element(step.action, step.seen.observation);
}

namespace {

Action with_bullets_if(bool secret, const Action& action) {
  Action copy = action;
  if (!secret) {
    hide_known_secrets(copy.body);
    return copy;
  }
  hide_text(copy.body);
  copy.intent = copy.intent.empty() ? "" : "(not recorded: the target may be secret)";
  return copy;
}

}  // namespace

Action masked(const Action& action, const ActionReading& reading) {
  const bool enters_text = uses_keyboard(action) && !std::holds_alternative<TypeSecret>(action.body);
  return with_bullets_if(enters_text && reading.secret, action);
}

Action masked_for_question(const Step& step, const gate::SafetyGate& judge) {
  return with_bullets_if(is_likely_secret(step, judge), step.action);
}

void set_field_value(Action& action, std::size_t field, std::string value) {
  if (auto* set = std::get_if<SetValue>(&action.body)) set->value = std::move(value);
  if (auto* choice = std::get_if<SelectOption>(&action.body)) choice->option = std::move(value);
  if (auto* form = std::get_if<FillForm>(&action.body)) form->fields.at(field).value = std::move(value);
}

void set_assessment(Step& step, Assessment assessment) {
  step.assessment = std::move(assessment);
  step.masked = masked(step.action, step.assessment.reading);
}

void add_reading(Step& step, const ActionReading& later) {
  if (!later.secret) return;
  step.assessment.reading.secret = true;
  step.masked = masked(step.action, step.assessment.reading);
}

Action recorded(const Step& step) {
  return step.masked ? *step.masked : masked(step.action, step.assessment.reading);
}

std::string target_text(const Step& step) {
  const auto target = acted_on(step);
  if (target) {
    std::string text(role_name(target->role));
    if (!target->name.empty()) text += " " + quoted_app_words(target->name);
    return text;
  }
  if (target.is_none()) return "no element";
  if (const ReadLabel* read = step.seen.observation.read.get()) {
    return quoted_app_words(read->text) + ", read from the screen (" + std::to_string(read->confidence) + " % sure)";
  }
  return "unknown (" + std::string(describe(target.why()).meaning) + ")";
}

std::string window_text(const Known<Window>& window) {
  if (window) {
    std::string text = window->title.empty() ? window->app : app_words(window->title);
    if (!window->app.empty() && text != window->app) text += " - " + window->app;
    if (!window->former.empty()) text += " (an agent's name for it; it was " + gate::former_names_text(*window) + ")";
    return valid_utf8(text);
  }
  if (window.is_none()) return "no window";
  return "unknown (" + std::string(describe(window.why()).meaning) + ")";
}

json::object peer_json(const ipc::Peer& peer) {
  json::object who = {{"pid", peer.pid}, {"program", peer.program}};
  if (peer.uid != ::geteuid()) who["uid"] = peer.uid;
  return who;
}

namespace {

/// What was read from the pixels, if something was to be read.
void add_read(json::object& object, const Observation& observation) {
  if (observation.read != Known<ReadLabel>()) object["read"] = ipc::to_json(observation.read);
}

/// What names stood for when they were looked up.
json::object names_json(const std::vector<ResolvedName>& names) {
  json::object all;
  for (const auto& [name, addresses] : names) {
    json::value& found = all[valid_utf8(name)];
    if (addresses) found = json::array(addresses->begin(), addresses->end());
    if (addresses.is_unknown()) found = {{"unknown", describe(addresses.why()).code}};
  }
  return all;
}

json::object files_json(const std::vector<FileFact>& files) {
  constexpr std::array<std::string_view, 4> kinds = {"missing", "folder", "program", "document"};
  json::object all;
  for (const auto& file : files) {
    all[valid_utf8(file.path)] = {{"real", valid_utf8(file.real)},
                                  {"kind", kinds[static_cast<std::size_t>(file.kind)]}};
  }
  return all;
}

}  // namespace

namespace {

/// The pages around the field of a secret.
void add_frames(json::object& record, const Observation& observation) {
  const auto* frames = observation.frames.get();
  if (frames == nullptr) return;
  json::array pages;
  for (const Document& page : *frames) pages.push_back(ipc::to_json(Known<Document>(page)));
  record["frames"] = std::move(pages);
}

}  // namespace

json::object audit_begin(const Session& session, const Step& step) {
  const auto action = recorded(step);
  const auto& observation = step.seen.observation;
  json::object record = {{"session", session.id},
                         {"agent", valid_utf8(session.name)},
                         {"peer", peer_json(session.peer)},
                         {"action", ipc::to_json(action)},
                         {"summary", valid_utf8(summarize(action))},
                         {"target", target_text(step)},
                         {"window", ipc::to_json(observation.window)},
                         {"element", ipc::to_json(target_element(step.action, observation))},
                         {"document", ipc::to_json(observation.document)},
                         {"assessment", ipc::to_json(step.assessment)}};
  add_read(record, observation);
  add_frames(record, observation);
  if (observation.bound != Known<std::vector<Element>>()) {
    record["bound"] = ipc::to_json(observation.bound);
  }
  if (observation.around != Known<std::vector<Element>>()) {
    record["around"] = ipc::to_json(observation.around);
  }
  if (!observation.files.empty()) record["files"] = files_json(observation.files);
  if (!observation.names.empty()) record["names"] = names_json(observation.names);
  if (!session.profile.empty()) record["profile"] = valid_utf8(session.profile);
  // What the decision depended on, so that it can be evaluated again.
  if (session.directive) record["directive"] = gate::without_secrets(valid_utf8(*session.directive));
  if (session.scope) record["scope"] = *session.scope;
  if (record.at("action") != json::value(ipc::to_json(step.action))) record["masked"] = true;
  if (action.confidence) record["confidence"] = *action.confidence;
  if (!action.intent.empty()) record["intent"] = action.intent;
  if (step.dry_run) record["dry_run"] = true;
  return record;
}

json::object audit_end(const Step& step) {
  json::object record;
  add_what_happened(record, step);
  if (step.changed_on_approach) {
    record["met"] = {{"target", target_text(step)},
                     {"window", ipc::to_json(step.seen.observation.window)},
                     {"element", ipc::to_json(target_element(step.action, step.seen.observation))},
                     {"document", ipc::to_json(step.seen.observation.document)},
                     {"assessment", ipc::to_json(step.assessment)}};
    add_read(record["met"].get_object(), step.seen.observation);
  }
  return record;
}

bool meets_tools(const Session& session, const Step& step) {
  if (session.gate.policy().config().show_developer_tools) return false;
  const Element* element = target_element(step.action, step.seen.observation).get();
  return element != nullptr && gate::acts_in_developer_tools(step.seen.observation, *element);
}

bool meets_hidden(const Session& session, const Step& step) {
  const gate::Blinders blinders = session.gate.blinders();
  if (!blinders.hide_something()) return false;
  Observation seen = step.seen.observation;
  const auto hides = [&](const Known<Element>& element) {
    seen.element = element;
    return blinders.is_hidden(seen);
  };
  if (hides(target_element(step.action, step.seen.observation))) return true;
  const auto* bound = step.seen.observation.bound.get();
  return bound != nullptr && std::any_of(bound->begin(), bound->end(), hides);
}

namespace {

/// An agent that asks about one point after the other must not learn what it does not see. People are: audit and
/// events have it all.
void hide_element(json::object& result, const Assessment& assessment) {
  result["element"] = {{"unknown", "hidden"}, {"meaning", "hidden from this session by its scope"}};
  result.erase("read");
  result["hints"] = json::array();
  const bool says_nothing = assessment.findings.empty() || assessment.code == "hidden_element";
  if (!says_nothing) result["reason"] = "what is there is hidden from this session by its scope";
  if (auto* refusal = result.if_contains("refusal"); refusal != nullptr && refusal->is_object()) {
    refusal->get_object()["reason"] = "what is there is hidden from this session by its scope";
  }
}

void hide_tools(json::object& result, const Assessment& assessment) {
  result["element"] = {{"unknown", "hidden"}, {"meaning", "what developer tools show is hidden from agents"}};
  result.erase("read");
  if (assessment.findings.empty() || assessment.code == "script") return;
  const std::string reason = "what is there belongs to developer tools, which are hidden from agents";
  result["reason"] = reason;
  result["hints"] = json::array();
  if (auto* refusal = result.if_contains("refusal"); refusal != nullptr && refusal->is_object()) {
    refusal->get_object()["reason"] = reason;
  }
}

}  // namespace

json::object reply(const Step& step) {
  const auto& assessment = step.assessment;
  json::array triggered(assessment.triggered_rules.begin(), assessment.triggered_rules.end());
  json::array hints(assessment.hints.begin(), assessment.hints.end());
  json::object result = {{"id", step.id},
                         {"decision", decision_name(assessment.decision)},
                         {"rule", assessment.rule},
                         {"code", assessment.code},
                         {"reason", valid_utf8(assessment.reason.text())},
                         {"triggered_rules", std::move(triggered)},
                         {"hints", std::move(hints)},
                         {"confidence", assessment.confidence},
                         {"window", ipc::to_json(step.seen.observation.window)},
                         {"element", ipc::to_json(target_element(step.action, step.seen.observation))},
                         {"document", ipc::to_json(step.seen.observation.document)}};
  add_read(result, step.seen.observation);
  add_what_happened(result, step);
  if (step.arrived) result["arrived"] = *step.arrived;
  if (step.dry_run) result["dry_run"] = true;
  if (step.retry_after) result["retry_after_ms"] = step.retry_after->count();
  if (step.hidden) hide_element(result, assessment);
  if (step.tools) hide_tools(result, assessment);
  add_word(result, step.verdict);
  return result;
}

json::object decision_event(const Session& session, const Step& step) {
  const auto action = recorded(step);
  json::object event = {{"id", step.id},
                        {"session", session.id},
                        {"agent", valid_utf8(session.name)},
                        {"action", valid_utf8(summarize(action))},
                        {"target", target_text(step)},
                        {"window", window_text(step.seen.observation.window)},
                        {"decision", decision_name(step.assessment.decision)},
                        {"rule", step.assessment.rule},
                        {"code", step.assessment.code},
                        {"reason", valid_utf8(step.assessment.reason.text())}};
  add_what_happened(event, step);
  return event;
}

}  // namespace interlock::daemon
