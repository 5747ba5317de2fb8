#include "gate/session/history.h"

#include "gate/url/url.h"
#include "values/hash.h"
#include "values/visit.h"

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
  std::visit(Overloaded{
                 [&](const Click& click) {
                   hash.add(static_cast<std::uint64_t>(click.button)).add(click.count).add(click.modifiers.bits);
                 },
                 [&](const Drag& drag) { add_place(hash, drag.to); },
                 [&](const Scroll& scroll) {
                   hash.add(static_cast<std::uint16_t>(scroll.dx)).add(static_cast<std::uint16_t>(scroll.dy));
                 },
                 [&](const Type& type) { hash.add(type.text); },
                 [&](const TypeSecret& secret) { hash.add(secret.name); },
                 [&](const Key& key) {
                   for (const KeyChord& chord : key.chords) add_chord(hash, chord);
                 },
                 [&](const AnyOf<KeyDown, KeyUp> auto& one) { add_chord(hash, one.key); },
                 [&](const Navigate& navigate) { hash.add(navigate.url); },
                 [&](const ChangeWindow& change) { hash.add(static_cast<std::uint64_t>(change.change)); },
                 [&](const AnyOf<MoveWindow, MoveViewport> auto& move) { add_place(hash, move.to); },
                 [&](const ResizeWindow& size) {
                   add_place(hash, {size.width, size.height});
                 },
                 [&](const RenameWindow&) { hash.add(summarize(action, std::string::npos)); },
                 [&](const SwitchDesktop& desktop) { hash.add(static_cast<std::uint32_t>(desktop.number)); },
                 // The type, the target or the place say it all.
                 Ignore<Move, MouseDown, MouseUp, Wait, Sequence, SelectOption, SetValue, FillForm, CloseWindow,
                        SetDesktopCount>(),
             },
             action.body);
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

std::uint64_t opened_page(const Action& action) {
  const auto* go = std::get_if<Navigate>(&action.body);
  const auto url = go == nullptr ? std::nullopt : url::parse_url(go->url);
  if (!url) return 0;
  std::string_view path = url->path;
  if (path.ends_with('/')) path.remove_suffix(1);
  return Hash().add(url->scheme).add(url->host ? url->host->text : "").add(path).add(url->query.value_or("")).value();
}

std::optional<std::uint64_t> content_of(const Observation& observation) {
  const std::uint64_t* content = observation.content.get();
  return content == nullptr ? std::nullopt : std::optional(*content);
}

std::uint64_t action_signature(const Action& action, const Observation& observation) {
  Hash hash;
  hash.add(action.body.index());
  if (const Window* window = observation.window.get()) hash.add(window->id).add(window->app);
  const auto point = pointer_target(action);
  const Element* target = point ? observation.element.get() : observation.focus.get();
  // The element if it is known: a button that moved is the same button. Else the place. A move is to a place, on
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
