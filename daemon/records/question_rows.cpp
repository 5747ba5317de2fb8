#include "daemon/records/question_rows.h"

#include "gate/secrets/secret_text.h"
#include "ipc/encode.h"
#include "ipc/tool_fields.h"
#include "values/visit.h"

namespace interlock::daemon {

namespace {

void add_texts(approval::Rows& rows, const Action& action) {
  const auto add = [&rows](std::string name, const std::string& text) {
    if (!text.empty()) rows.emplace_back(std::move(name), text);
  };
  std::visit(
      Overloaded{
          [&](const Type& type) { add("text, whole", type.text); },
          [&](const Navigate& navigate) { add("address, whole", navigate.url); },
          [&](const SetValue& set) { add("value, whole", set.value); },
          [&](const SelectOption& choice) { add("option, whole", choice.option); },
          [&](const FillForm& form) {
            for (const FieldValue& field : form.fields) add("field " + field.ref + ", whole", field.value);
          },
          [&](const RenameWindow& rename) { add("new title, whole", rename.title.value_or("")); },
          [&](const Sequence& sequence) {
            for (const Action& step : sequence.steps) add_texts(rows, step);
          },
          Ignore<TypeSecret, Move, Click, Drag, Scroll, Key, KeyDown, KeyUp, MouseDown, MouseUp, Wait, ChangeWindow,
                 MoveWindow, ResizeWindow, CloseWindow, SwitchDesktop, SetDesktopCount, MoveViewport>()},
      action.body);
}

/// Application text in these may hold a secret only by accident, as everywhere in the log.
void add_named(approval::Rows& rows, const char* name, const std::string& text) {
  if (!text.empty()) rows.emplace_back(name, gate::without_secrets(text));
}

}  // namespace

approval::Rows whole_texts(const Action& shown, const Step& step) {
  approval::Rows rows;
  add_texts(rows, shown);
  add_named(rows, "the agent says, whole", shown.intent);
  if (const auto target = acted_on(step)) add_named(rows, "it says, whole", target->name);
  const Observation& seen = step.seen.observation;
  if (seen.window) add_named(rows, "window title, whole", seen.window->title);
  if (seen.document) {
    add_named(rows, "document title, whole", seen.document->title);
    add_named(rows, "document address, whole", seen.document->url);
  }
  return rows;
}

approval::Rows done_rows(const Session& session, const Action& shown, const Step& step) {
  const Observation& seen = step.seen.observation;
  const auto text = [](const boost::json::value& value) { return valid_utf8(ipc::canonical(value)); };
  return {{"action", text(ipc::to_json(shown))},
          {"session", session.id},
          {"record", step.id},
          {"window", text(ipc::to_json(seen.window))},
          {"element", text(ipc::to_json(acted_on(step)))},
          {"document", text(ipc::to_json(seen.document))}};
}

}  // namespace interlock::daemon
