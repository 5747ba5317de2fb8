#include "gate/readings/anticipated.h"

#include <algorithm>

#include "gate/readings/consequence.h"
#include "gate/readings/evaluation_context.h"
#include "gate/readings/file_deed.h"
#include "gate/secrets/secret_text.h"
#include "gate/shell/prompts.h"
#include "values/visit.h"

namespace interlock::gate {
namespace {

void add_line(const EvaluationContext& context, Anticipated& result) {
  const Submitted& submitted = context.submitted;
  if (!submitted.any) return;
  if (context.notebook) {
    result.unknown = "what the code of a notebook destroys is not known";
    return;
  }
  const shell::Before before = context.typing.before_line_in(context.observation);
  result.line = submitted.open + std::string(submitted.standing());
  if (result.line.find_first_not_of(" \t\n") == std::string::npos) result.line.clear();
  if (!submitted.certain || !submitted.others.empty() || submitted.dropped > 0) {
    result.unknown = "what stands in the line is not known for certain";
  } else if (before.prompt != nullptr && !before.prompt->empty()) {
    result.unknown = "the line is for a program that runs in the terminal, not for a shell";
  }
}

void add_files(const EvaluationContext& context, Anticipated& result) {
  const auto deed = file_deed(context);
  if (!deed) return;
  for (const std::string& path : deed->files) {
    const FileFact* fact = fact_of(context, path);
    const std::string& real = fact != nullptr && !fact->real.empty() ? fact->real : path;
    // A folder that is opened in a dialog is not changed; one that is moved or deleted is lost as a whole.
    if (fact != nullptr && fact->kind == FileKind::folder && !deed->takes_away) continue;
    if (real.starts_with('/')) result.files.push_back(real);
  }
  if (deed->takes_away && result.files.empty()) result.unknown = "which files it takes away is not known";
}

/// The text of a field that is typed into or set.
void add_text(const EvaluationContext& context, Anticipated& result) {
  if (context.terminal || context.notebook || context.element == nullptr || !context.deed.enters_text) return;
  if (context.secret || !takes_text(context.element->role)) return;
  const std::string* text = context.element->value.get();
  constexpr std::size_t most = 64 * 1024;
  if (text == nullptr || text->empty() || text->size() > most || !find_secrets(*text).empty()) return;
  result.text = *text;
}

void add_application(const EvaluationContext& context, Anticipated& result) {
  if (context.terminal) return;
  const auto* key = std::get_if<Key>(&context.meant().body);
  const bool deletes = key != nullptr && std::any_of(key->chords.begin(), key->chords.end(), [](const KeyChord& chord) {
                         return chord.key == "Delete" && !chord.modifiers.has(Modifier::shift);
                       });
  const auto consequence = context.activates ? consequence_of(context) : std::nullopt;
  if (context.application.file_manager && deletes) {
    result.application = "a file manager moves it to the trash, from where it can be restored";
  } else if (consequence && consequence->category == Category::send) {
    result.application = "some programs offer 'Undo send' for a few seconds";
  } else if (context.deed.enters_text && !context.secret) {
    result.application = "most programs take back what was typed by ctrl+z";
  }
}

}  // namespace

Anticipated anticipated(const EvaluationContext& context) {
  Anticipated result;
  if (context.deed.releases) return result;
  add_line(context, result);
  add_files(context, result);
  add_text(context, result);
  add_application(context, result);
  return result;
}

}  // namespace interlock::gate
