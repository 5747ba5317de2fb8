#include "daemon/records/question.h"

#include <algorithm>

#include "daemon/records/question_rows.h"
#include "daemon/records/question_words.h"
#include "gate/screen/other_names.h"
#include "gate/words/category.h"
#include "ipc/encode.h"
#include "platform/notify/text.h"
#include "values/visit.h"

namespace interlock::daemon {

namespace {

/// With its article, as in "Click a push button".
std::string a(std::string_view noun) {
  const bool vowel = !noun.empty() && std::string_view("aeiou").find(noun.front()) != std::string_view::npos;
  return (vowel ? "an " : "a ") + std::string(noun);
}

std::string_view heading_of(gate::Category category) {
  switch (category) {
    case gate::Category::send:
      return "Send something";
    case gate::Category::submit:
      return "Hand in a form";
    case gate::Category::publish:
      return "Publish something";
    case gate::Category::share:
      return "Share something with others";
    case gate::Category::purchase:
      return "Spend money";
    case gate::Category::transfer:
      return "Transfer money or property";
    case gate::Category::delete_:
      return "Delete or overwrite something";
    case gate::Category::wipe:
      return "Erase data for good, or reset settings";
    case gate::Category::close_unsaved:
      return "Throw away unsaved work";
    case gate::Category::install:
      return "Install or remove a program";
    case gate::Category::download:
      return "Put a file on this computer";
    case gate::Category::grant:
      return "Give or take access";
    case gate::Category::sign:
      return "Accept terms or sign something";
    case gate::Category::account:
      return "Change an account";
    case gate::Category::stop:
      return "End a program, a session or the computer";
    case gate::Category::confirm:
      break;
  }
  return "Confirm something that was not seen";
}

std::string click_verb(const Click& click) {
  if (click.count == 2) return "Double-click";
  if (click.count == 3) return "Triple-click";
  if (click.button == Button::right) return "Right-click";
  if (click.button == Button::middle) return "Middle-click";
  return "Click";
}

/// Keys that are chords or have names; characters may spell words, and are no part of a headline.
std::string keys_verb(const std::vector<KeyChord>& chords) {
  constexpr std::size_t most = 3;
  const auto is_named = [](const KeyChord& chord) { return !chord.modifiers.empty() || chord.key.size() > 3; };
  if (chords.size() > most || !std::all_of(chords.begin(), chords.end(), is_named)) return "Press keys";
  std::string keys = "Press";
  for (const auto& chord : chords) keys += " " + to_string(chord);
  return keys;
}

/// "Move window to (1, 2)".
std::string sentence_of(const Action& action) {
  std::string text = summarize(action);
  text.front() = static_cast<char>(text.front() - 'a' + 'A');
  return text;
}

/// What is done, and to what in general: "Click a push button", "Type text into an entry".
std::string act_of(const Step& step) {
  const Action& action = step.action;
  const auto target = acted_on(step);
  std::string what = target.is_unknown() ? "something unknown" : "a window";
  if (target) what = a(role_name(target->role));
  return std::visit(
      Overloaded{
          [&](const Navigate&) { return std::string("Open an address"); },
          [&](const Wait&) { return std::string("Wait"); },
          [&](const CloseWindow& close) {
            return std::string(close.kill ? "Kill the program of a window" : "Close a window");
          },
          [&](const RenameWindow&) { return std::string("Rename a window"); },
          [&](const Click& click) { return click_verb(click) + " " + what; },
          [&](const Drag&) { return "Drag " + what; },
          [&](const Scroll&) { return "Turn the wheel on " + what; },
          [&](const Move&) { return "Point at " + what; },
          [&](const MouseDown&) { return "Press the mouse on " + what; },
          [&](const MouseUp&) { return "Release the mouse on " + what; },
          [&](const Type&) { return "Type text into " + what; },
          [&](const TypeSecret&) { return "Type a secret into " + what; },
          [&](const Key& key) { return keys_verb(key.chords) + " on " + what; },
          [&](const KeyDown& down) {
            const bool unnamed = keys_verb({down.key}) == "Press keys";
            return (unnamed ? "Hold a key" : "Hold " + to_string(down.key)) + " on " + what;
          },
          [&](const KeyUp&) { return "Release a key on " + what; },
          [&](const AnyOf<ChangeWindow, MoveWindow, ResizeWindow, SwitchDesktop, SetDesktopCount, MoveViewport,
                          Sequence, SelectOption, SetValue, FillForm> auto&) { return sentence_of(action); },
      },
      action.body);
}

/// The kind of consequence that decided, which the gate puts first in its evidence: "delete: ...".
std::optional<gate::Category> consequence_in(const Assessment& assessment) {
  if (assessment.rule != "irreversible") return std::nullopt;
  for (const auto& finding : assessment.findings) {
    if (finding.rule != assessment.rule || finding.code != assessment.code) continue;
    if (const auto category = gate::category_of(finding)) return category;
  }
  return std::nullopt;
}

/// What would happen, in interlock's own words alone.
std::string headline_of(const Step& step) {
  if (const auto category = consequence_in(step.assessment)) return std::string(heading_of(*category));
  const std::string_view code = step.assessment.code;
  if (code == "program_key") return act_of(step);
  if (step.assessment.rule == "command" || code == "command" || code == "unseen_command") return "Run a command";
  return act_of(step);
}

/// "chromium, a window that is titled "Shop"".
std::string where_of(const Step& step) {
  const auto& window = step.seen.observation.window;
  if (!window) return window_text(window);
  std::string text = app_words(window->app.empty() ? "an unknown program" : window->app);
  if (!window->title.empty() && window->title != window->app) text += ", titled " + quoted_app_words(window->title);
  if (!window->former.empty()) {
    text += " (an agent's name for it; it was " + app_words(gate::former_names_text(*window)) + ")";
  }
  return text;
}

/// The kind of element; its label comes from the application and is shown separately.
std::string kind_of(const Step& step) {
  const auto target = acted_on(step);
  if (target) return std::string(role_name(target->role));
  return target_text(step);
}

}  // namespace

std::string app_words(std::string_view text, std::size_t most) {
  std::string words = platform::notify::visible_line(text, most);
  for (const std::string_view quote : {"\"", "“", "”", "„", "‟", "«", "»"}) {
    for (auto at = words.find(quote); at != std::string::npos; at = words.find(quote, at)) {
      words.replace(at, quote.size(), "'");
    }
  }
  return words;
}

std::string quoted_app_words(std::string_view text, std::size_t most) {
  return '"' + app_words(text, most) + '"';
}

Question question(const Session& session, const Step& step) {
  const auto action = masked_for_question(step, session.gate);
  const auto target = acted_on(step);
  const auto consequence = consequence_in(step.assessment);
  auto consent = session.gate.consent(step.action, step.seen.observation, step.assessment, step.form);
  std::string why = step.assessment.reason.brief();
  if (!consent.field.empty()) why += "; holds for text that it goes on to type there, unless that is judged otherwise";
  return {.session = session.id,
          .record = step.id,
          .request = valid_utf8(request_of(session, step)),
          .form = valid_utf8(form_of(session, step)),
          .intent = valid_utf8(intent_of(session, step)),
          .headline = headline_of(step),
          .agent = app_words(session.name),
          .action = valid_utf8(summarize(action)),
          .target = kind_of(step),
          .label = target && !target->name.empty() ? quoted_app_words(target->name) : "",
          .window = where_of(step),
          .about = place_of_form(step),
          .rule = std::string(step.assessment.rule),
          .reason = valid_utf8(step.assessment.reason.text()),
          .why = valid_utf8(why),
          .confined = session.enforced,
          .agent_key = agent_key_of(session),
          .consent = std::move(consent),
          .whole = whole_texts(action, step),
          .done = done_rows(session, action, step),
          .consequence = std::string(consequence ? gate::describe(*consequence).name : std::string_view())};
}

}  // namespace interlock::daemon
