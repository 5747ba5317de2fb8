#include "gate/playbook.h"

#include <algorithm>
#include <array>

namespace interlock::gate {
namespace {

/// "ctrl+" for the modifiers held during a click.
std::string held(Modifiers modifiers) {
  const std::string text = to_string(modifiers);
  return text.empty() ? text : text + "+";
}

std::string click_text(const Click& click) {
  constexpr std::array counts = {"", "double ", "triple "};
  std::string text = held(click.modifiers) + counts[std::clamp<std::size_t>(click.count, 1, 3) - 1];
  if (click.button != Button::left) text += "button " + std::to_string(static_cast<int>(click.button)) + " ";
  return text + "click";
}

/// Empty if the action is not a step.
std::string deed_text(const Action& action) {
  if (const auto* click = std::get_if<Click>(&action.body)) return click_text(*click);
  if (const auto* type = std::get_if<Type>(&action.body)) return "type " + type->text;
  if (const auto* go = std::get_if<Navigate>(&action.body)) return "navigate " + go->url;
  if (const auto* down = std::get_if<KeyDown>(&action.body)) return "hold " + to_string(down->key);
  if (const auto* key = std::get_if<Key>(&action.body)) {
    std::string text = "key";
    for (const auto& chord : key->chords) text += " " + to_string(chord);
    return text;
  }
  return {};
}

std::string page_of(const std::string& url) {
  return url.substr(0, url.find_first_of("?#"));
}

std::string dialog_of(const Element& element) {
  for (const auto& ancestor : element.ancestors) {
    if (ancestor.role != Role::dialog && ancestor.role != Role::alert) continue;
    return ancestor.text.empty() ? ancestor.name : ancestor.name + ": " + ancestor.text;
  }
  return {};
}

}  // namespace

bool between_steps(const Action& action) {
  return std::holds_alternative<Wait>(action.body) || std::holds_alternative<Move>(action.body) ||
         std::holds_alternative<Scroll>(action.body) || std::holds_alternative<KeyUp>(action.body) ||
         std::holds_alternative<MouseUp>(action.body);
}

std::optional<PlaybookStep> playbook_step(const Action& action, const Observation& observation) {
  const auto& target = uses_keyboard(action) ? observation.focus : observation.element;
  std::string does = deed_text(action);
  if (does.empty() || !observation.window || !target || observation.document.is_unknown()) return std::nullopt;
  return PlaybookStep{.does = std::move(does),
                      .app = observation.window->app,
                      .window_class = observation.window->wm_class,
                      .role = std::string(role_name(target->role)),
                      .name = target->name,
                      .dialog = dialog_of(*target),
                      .page = observation.document ? page_of(observation.document->url) : std::string()};
}

bool playbook_may_answer(const Assessment& assessment) {
  constexpr std::array<std::string_view, 4> answerable = {"irreversible", "key_chord", "destination", "custom"};
  return assessment.decision == Decision::require_confirmation &&
         std::all_of(assessment.findings.begin(), assessment.findings.end(), [&](const Finding& finding) {
           return finding.decision < Decision::require_confirmation ||
                  std::find(answerable.begin(), answerable.end(), finding.rule) != answerable.end();
         });
}

void Following::set(std::shared_ptr<const Playbooks> playbooks) {
  if (playbooks == playbooks_) return;
  playbooks_ = std::move(playbooks);
  places_.assign(playbooks_ ? playbooks_->size() : 0, {});
}

bool Following::may_begin(const Playbook& playbook, const Place& place, const PlaybookStep& step) {
  return place.begun < playbook.times && !playbook.steps.empty() && playbook.steps.front() == step;
}

const Playbook* Following::covers(const PlaybookStep& step) const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Playbook& playbook = (*playbooks_)[i];
    const bool next = places_[i].next > 0 && playbook.steps[places_[i].next] == step;
    if (next || may_begin(playbook, places_[i], step)) return &playbook;
  }
  return nullptr;
}

void Following::left() {
  for (auto& place : places_) place.next = 0;
}

void Following::did(const Action& action, const Observation& observation) {
  const auto step = playbook_step(action, observation);
  if (!step && between_steps(action)) return;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Playbook& playbook = (*playbooks_)[i];
    Place& place = places_[i];
    if (step && place.next > 0 && playbook.steps[place.next] == *step) {
      ++place.next;
    } else if (step && may_begin(playbook, place, *step)) {
      ++place.begun;
      place.next = 1;
    } else {
      place.next = 0;
    }
    if (place.next == playbook.steps.size()) place.next = 0;
  }
}

}  // namespace interlock::gate
