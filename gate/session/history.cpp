#include "gate/session/history.h"

#include "values/hash.h"

namespace interlock::gate {
namespace {

void add_element(Hash& hash, const Element& element) {
  hash.add(static_cast<std::uint64_t>(element.role)).add(element.path).add(element.name);
}

void add_chord(Hash& hash, const KeyChord& chord) {
  hash.add(chord.modifiers.bits).add(chord.key);
}

void add_place(Hash& hash, Point at) {
  hash.add(static_cast<std::uint32_t>(at.x)).add(static_cast<std::uint32_t>(at.y));
}

void add_body(Hash& hash, const Action& action) {
  if (const auto* click = std::get_if<Click>(&action.body)) {
    hash.add(static_cast<std::uint64_t>(click->button)).add(click->count).add(click->modifiers.bits);
  } else if (const auto* drag = std::get_if<Drag>(&action.body)) {
    add_place(hash, drag->to);
  } else if (const auto* scroll = std::get_if<Scroll>(&action.body)) {
    hash.add(static_cast<std::uint16_t>(scroll->dx)).add(static_cast<std::uint16_t>(scroll->dy));
  } else if (const auto* type = std::get_if<Type>(&action.body)) {
    hash.add(type->text);
  } else if (const auto* key = std::get_if<Key>(&action.body)) {
    for (const KeyChord& chord : key->chords) add_chord(hash, chord);
  } else if (const auto* down = std::get_if<KeyDown>(&action.body)) {
    add_chord(hash, down->key);
  } else if (const auto* up = std::get_if<KeyUp>(&action.body)) {
    add_chord(hash, up->key);
  } else if (const auto* navigate = std::get_if<Navigate>(&action.body)) {
    hash.add(navigate->url);
  } else if (const auto* change = std::get_if<ChangeWindow>(&action.body)) {
    hash.add(static_cast<std::uint64_t>(change->change));
  } else if (const auto* move = std::get_if<MoveWindow>(&action.body)) {
    add_place(hash, move->to);
  } else if (const auto* size = std::get_if<ResizeWindow>(&action.body)) {
    add_place(hash, {size->width, size->height});
  } else if (std::holds_alternative<RenameWindow>(action.body)) {
    hash.add(summarize(action, std::string::npos));
  } else if (const auto* desktop = std::get_if<SwitchDesktop>(&action.body)) {
    hash.add(static_cast<std::uint32_t>(desktop->number));
  } else if (const auto* viewport = std::get_if<MoveViewport>(&action.body)) {
    add_place(hash, viewport->to);
  }
}

}  // namespace

std::uint64_t state_hash(const Observation& observation) {
  Hash hash;
  const Window* window = observation.window.get();
  const Document* document = observation.document.get();
  hash.add(window ? window->title : std::string_view());
  hash.add(window ? window->app : std::string_view());
  hash.add(document ? document->url : std::string_view());
  return hash.value();
}

std::uint64_t page_hash(const Observation& observation) {
  const Document* document = observation.document.get();
  return document == nullptr || document->url.empty() ? 0 : Hash().add(document->url).value();
}

std::uint64_t action_signature(const Action& action, const Observation& observation) {
  Hash hash;
  hash.add(action.body.index());
  if (const Window* window = observation.window.get()) hash.add(window->id).add(window->app);
  const auto point = pointer_target(action);
  const Element* target = point ? observation.element.get() : observation.focus.get();
  // The element where it is known: a button that moved is the same button. Else the place. A move is to a place, on
  // whatever element: a curve that is drawn is many moves.
  if (target != nullptr) add_element(hash, *target);
  if (point && (target == nullptr || std::holds_alternative<Move>(action.body))) add_place(hash, *point);
  add_body(hash, action);
  return hash.value();
}

void History::record_visit(const Observation& observation) {
  const std::uint64_t state = state_hash(observation);
  const auto [entry, is_new] = visits.try_emplace(state, 0);
  ++entry->second;
  if (!is_new) return;
  visit_order.push_back(state);
  if (visit_order.size() > max_states) {
    visits.erase(visit_order.front());
    visit_order.pop_front();
  }
}

}  // namespace interlock::gate
