#include "gate/readings/written_formula.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "gate/readings/evaluation_context.h"
#include "gate/screen/browser.h"
#include "gate/screen/spreadsheet.h"
#include "gate/typing/formula.h"
#include "gate/url/url.h"

namespace interlock::gate {
namespace {

/// How often the cursor of a line that is not certain may have been moved.
std::size_t moves_of(const TypedLine& line) {
  return std::max<std::size_t>(line.moves, 1);
}

Reason why(const Formula& formula, const EvaluationContext& context) {
  Reason text = formula.function.empty() ? "the formula" : formula.function + " in the formula";
  text += " in " + context.window_text();
  if (formula.runs) return text + " starts a program, or asks one for its data";
  return text + " may hand on what stands in the cells, to an address that is put together out of them";
}

}  // namespace

std::optional<WrittenFormula> formula_written(const EvaluationContext& context) {
  if (!writes(context.meant()) || !is_spreadsheet(context.observation)) return std::nullopt;
  const TypedLine line = context.typing.line_in(context.observation);
  const Submitted out = submitted(line, context.meant(), context.observation);
  TypedLine after = line;
  after.apply(context.meant(), context.observation);
  WrittenFormula written;
  const auto read = [&](std::string_view text, std::size_t moves, bool whole) {
    const Formula formula = read_formula(text, moves, whole);
    if (formula.harmless()) return;
    if (written.text.empty()) written.text = text, written.reason = why(formula, context);
    written.runs = written.runs || formula.runs;
    written.built = written.built || formula.built;
    written.addresses.insert(written.addresses.end(), formula.addresses.begin(), formula.addresses.end());
  };
  const auto* keys = std::get_if<Key>(&context.meant().body);
  const std::size_t here = keys == nullptr ? 0 : keys->chords.size();
  for (std::size_t at = 0; out.any && at <= out.lines.size();) {
    const std::size_t end = std::min(out.lines.find_first_of("\n\t", at), out.lines.size());
    read(std::string_view(out.lines).substr(at, end - at), out.certain ? 0 : moves_of(line) + here, true);
    at = end + 1;
  }
  if (context.deed.enters_text) read(after.text, after.certain ? 0 : moves_of(after), false);
  return written.text.empty() ? std::nullopt : std::optional(written);
}

}  // namespace interlock::gate
