#include "gate/typing/typing.h"

#include <algorithm>

#include "gate/shell/judge.h"
#include "gate/shell/memory.h"
#include "gate/shell/notebook.h"

namespace interlock::gate {
namespace {

bool is_unfinished(const TypedLine& line) {
  return !line.text.empty() || !line.certain || !line.open.empty() || line.owner != TypedLine::Owner::line;
}

/// ctrl+d on an empty line.
bool ends_program(const Action& action) {
  const auto* key = std::get_if<Key>(&action.body);
  return key != nullptr && key->chords.size() == 1 && key->chords[0].modifiers.has(Modifier::ctrl) &&
         is_letter(key->chords[0], 'd');
}

}  // namespace

TypedLine Typing::line_in(const Observation& observation) const {
  const std::uint64_t field = field_of(observation);
  if (line.field == field) return line;
  const auto left = std::find_if(unfinished.begin(), unfinished.end(),
                                 [&](const TypedLine& candidate) { return candidate.field == field; });
  if (left != unfinished.end()) return *left;
  return TypedLine{field, {}, !forgot_a_line};
}

shell::Before Typing::before_line_in(const Observation& observation) const {
  return memory ? memory->before(field_of(observation)) : shell::Before();
}

void Typing::record_text(const Action& action, const Observation& observation, FieldKind kind) {
  const bool here = uses_keyboard(action) || (kind == FieldKind::terminal && writes(action));
  if (!here) {
    line.feel(action);
    for (TypedLine& left : unfinished) left.feel(action);
    return;
  }
  turn_to(observation);
  line_is_kept = kind == FieldKind::terminal || kind == FieldKind::cell || kind == FieldKind::notebook;
  if (kind == FieldKind::secret) {
    line = TypedLine{line.field, {}, true};
    return;
  }
  const Submitted out = submitted(line, action, observation);
  if (kind == FieldKind::terminal && line.text.empty() && ends_program(action)) end_program();
  line.apply(action, observation);
  if (!out.any) return;
  line.open.clear();
  if (kind == FieldKind::notebook) remember(shell::cell_as_script(out.lines));
  if (kind != FieldKind::terminal) return;
  for (const std::string& other : out.others) remember(other + '\n');
  const std::string lines = out.open + out.lines + '\n';
  line.open = shell::left_open(lines);
  remember(std::string_view(lines).substr(0, lines.size() - line.open.size()));
}

void Typing::remember(std::string_view lines) {
  if (lines.empty()) return;
  auto after = memory ? std::make_shared<shell::Memory>(*memory) : std::make_shared<shell::Memory>();
  after->remember(line.field, lines);
  memory = std::move(after);
  const shell::Prompt* prompt = memory->prompt(line.field);
  const shell::Screen screen = prompt == nullptr ? shell::Screen::lines : prompt->screen;
  line.owner = screen == shell::Screen::editor  ? TypedLine::Owner::editor
               : screen == shell::Screen::pager ? TypedLine::Owner::pager
                                                : TypedLine::Owner::line;
}

void Typing::end_program() {
  if (!memory || memory->prompt(line.field) == nullptr) return;
  auto after = std::make_shared<shell::Memory>(*memory);
  after->leave(line.field);
  memory = std::move(after);
}

void Typing::lost_sight(const Observation& observation) {
  turn_to(observation);
  line.certain = false;
  line_is_kept = true;  // it may be a terminal or a cell, and is remembered then
}

void Typing::turn_to(const Observation& observation) {
  if (field_of(observation) == line.field) return;
  TypedLine here = line_in(observation);
  std::erase_if(unfinished, [&](const TypedLine& left) { return left.field == here.field; });
  if (line_is_kept && is_unfinished(line)) unfinished.push_back(std::move(line));
  if (unfinished.size() > max_lines) {
    unfinished.pop_front();
    forgot_a_line = true;
  }
  line = std::move(here);
}

}  // namespace interlock::gate
