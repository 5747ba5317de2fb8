#include "daemon/records/question_words.h"

#include <algorithm>
#include <array>

#include "daemon/records/question.h"
#include "gate/screen/secret_field.h"
#include "gate/session/deletion.h"
#include "gate/url/url.h"
#include "values/visit.h"

namespace interlock::daemon {
namespace {

constexpr std::size_t most_amounts = 2;
constexpr std::size_t most_fields = gate::most_shown;
constexpr std::size_t most_typed = 240;  ///< characters

/// The element in quotes, or what kind of thing it is.
std::string thing_named(const Known<Element>& target) {
  if (target.is_unknown()) return "something that cannot be seen";
  if (!target) return "the window";
  if (!target->name.empty()) return quoted_app_words(target->name);
  return "the " + std::string(role_name(target->role)) + " without a name";
}

std::string in_place(const Observation& seen) {
  if (const auto* document = seen.document.get()) {
    const auto url = gate::url::parse_url(document->url);
    if (url && url->host && !url->host->text.empty()) return " on " + app_words(url->host->text);
  }
  if (!seen.window || seen.window->app.empty()) return " in a program that is not known";
  return " in " + app_words(seen.window->app);
}

std::string press_verb(const Click& click, const Known<Element>& target) {
  const bool control = target && (is_actionable(target->role) && !takes_text(target->role));
  if (click.count == 2) return "double-click ";
  if (click.count == 3) return "triple-click ";
  if (click.button == Button::right) return "right-click ";
  if (click.button == Button::middle) return "middle-click ";
  return control ? "press " : "click on ";
}

std::string keys_named(const std::vector<KeyChord>& chords) {
  std::string keys;
  for (const auto& chord : chords) keys += (keys.empty() ? "" : " ") + to_string(chord);
  return app_words(keys);
}

/// With its ends of lines, each of which may run or send what stands before it.
std::string typed(std::string_view text) {
  std::string lines;
  for (const char c : text) lines += c == '\n' || c == '\r' ? "\u23CE " : std::string(1, c);
  return quoted_app_words(lines, most_typed);
}

bool names_amount(std::string_view text) {
  constexpr std::array<std::string_view, 8> currencies = {"€", "$", "£", "¥", "EUR", "USD", "GBP", "CHF"};
  const bool figure = std::any_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
  return figure && std::any_of(currencies.begin(), currencies.end(),
                               [&](std::string_view each) { return text.find(each) != text.npos; });
}

}  // namespace

std::string request_of(const Session& session, const Step& step) {
  const Action action = masked_for_question(step, session.gate);
  const auto target = acted_on(step);
  const std::string place = in_place(step.seen.observation);
  const auto on = [&](const std::string& verb) { return verb + thing_named(target) + place; };
  if (step.means) return on("choose ");
  return std::visit(
      Overloaded{
          [&](const Click& click) { return on(press_verb(click, target)); },
          [&](const Type& type) { return "type " + typed(type.text) + " into " + thing_named(target) + place; },
          [&](const TypeSecret& secret) {
            return "type the secret " + quoted_app_words(secret.name) + " into " + thing_named(target) + place;
          },
          [&](const Key& key) { return on("press " + keys_named(key.chords) + " in "); },
          [&](const KeyDown& down) { return on("hold " + keys_named({down.key}) + " in "); },
          [&](const KeyUp& up) { return on("release " + keys_named({up.key}) + " in "); },
          [&](const Drag&) {
            return "drag " + thing_named(target) + " onto " + thing_named(step.seen.observation.drop) + place;
          },
          [&](const MouseDown&) { return on("press the mouse on "); },
          [&](const MouseUp&) { return on("release the mouse on "); },
          [&](const Move&) { return on("point at "); },
          [&](const Scroll&) { return on("turn the wheel on "); },
          [&](const Navigate& go) { return "open " + quoted_app_words(go.url) + place; },
          [&](const AnyOf<Wait, Sequence, SelectOption, SetValue, FillForm, ChangeWindow, MoveWindow, ResizeWindow,
                          CloseWindow, RenameWindow, SwitchDesktop, SetDesktopCount, MoveViewport> auto&) {
            return summarize(action) + place;
          },
      },
      action.body);
}

std::string form_of(const Session& session, const Step& step) {
  const auto* form = step.form.get();
  if (form == nullptr) return {};
  std::vector<std::string> amounts, fields;
  if (step.assessment.code == "consequence" || step.assessment.code == "dialog") {
    for (const auto& name : gate::selected_names(*form)) fields.push_back("selected: " + quoted_app_words(name));
  }
  for (const Element& element : *form) {
    const auto says = [&](const gate::Policy& policy) { return gate::secret_field(policy, element).has_value(); };
    const bool secret =
        says(session.gate.policy()) || (session.gate.profile() != nullptr && says(*session.gate.profile()));
    const auto* value = element.value.get();
    const std::string label = element.name.empty() ? element.labelled_by : element.name;
    const bool field = takes_text(element.role) || element.states.has(State::editable);
    if (field && !secret && value != nullptr && !value->empty()) {
      fields.push_back(quoted_app_words(label.empty() ? *value : label + ": " + *value));
    } else if (!field && names_amount(element.name)) {
      amounts.push_back(quoted_app_words(element.name));
    }
  }
  // A total stands below what it is the sum of.
  if (amounts.size() > most_amounts) amounts.erase(amounts.begin(), amounts.end() - most_amounts);
  if (fields.size() > most_fields) fields.resize(most_fields);
  std::string all;
  for (const auto* part : {&amounts, &fields}) {
    for (const auto& each : *part) all += (all.empty() ? "" : ", ") + each;
  }
  return all;
}

std::string place_of(const Step& step) {
  return in_place(step.seen.observation);
}

Rect place_of_form(const Step& step) {
  Rect all;
  const auto add = [&](const Rect& part) {
    if (part.empty()) return;
    if (all.empty()) return void(all = part);
    const int left = std::min(all.x, part.x), top = std::min(all.y, part.y);
    const int right = std::max(all.x + all.width, part.x + part.width);
    const int bottom = std::max(all.y + all.height, part.y + part.height);
    all = {left, top, right - left, bottom - top};
  };
  if (const auto target = acted_on(step)) add(target->extents);
  for (const Element& element : step.form ? *step.form : std::vector<Element>()) add(element.extents);
  return all;
}

std::string intent_of(const Session& session, const Step& step) {
  const Action action = masked_for_question(step, session.gate);
  return action.intent.empty() || action.intent != step.action.intent ? std::string() : quoted_app_words(action.intent);
}

}  // namespace interlock::daemon
