#include "gate/readings/file_deed.h"

#include <algorithm>
#include <array>

#include "gate/policy/patterns.h"
#include "gate/readings/evaluation_context.h"
#include "gate/readings/file_scene.h"
#include "gate/screen/browser.h"
#include "gate/screen/file_path.h"
#include "gate/screen/file_window.h"
#include "gate/screen/file_words.h"
#include "gate/typing/presses.h"
#include "gate/words/lexicon.h"
#include "values/hash.h"

namespace interlock::gate {
namespace {

constexpr std::size_t most_looked_up = 8;

template <class Test>
std::optional<std::string> name_of_chord_that(const Action& action, Test test) {
  if (const auto* key = std::get_if<Key>(&action.body)) {
    const auto found = std::find_if(key->chords.begin(), key->chords.end(), test);
    if (found != key->chords.end()) return to_string(*found);
  } else if (const auto* down = std::get_if<KeyDown>(&action.body)) {
    if (test(down->key)) return to_string(down->key);
  } else if (const auto* type = std::get_if<Type>(&action.body)) {
    if (type->text.find_first_of("\r\n") != std::string::npos && test(KeyChord{{}, "Return"})) return "Return";
  }
  return std::nullopt;
}

bool is_saving(const KeyChord& chord) {
  return chord.modifiers.has(Modifier::ctrl) && !chord.modifiers.has(Modifier::alt) && is_letter(chord, 's');
}

bool deletes_or_renames(const KeyChord& chord) {
  if (chord.key == "Delete" || chord.key == "KP_Delete" || chord.key == "F2" || chord.key == "XF86Cut") return true;
  const bool ctrl = chord.modifiers.has(Modifier::ctrl);
  return ctrl && (is_letter(chord, 'x') || is_letter(chord, 'z') || is_letter(chord, 'y'));
}

bool puts_something(const KeyChord& chord) {
  if (chord.key == "XF86Paste" || (chord.key == "Insert" && chord.modifiers.has(Modifier::shift))) return true;
  const bool ctrl = chord.modifiers.has(Modifier::ctrl);
  return ctrl && (is_letter(chord, 'v') || is_letter(chord, 'd') || is_letter(chord, 'm') ||
                  (chord.modifiers.has(Modifier::shift) && is_letter(chord, 'n')));
}

bool is_one_line_field(const Element& element) {
  return takes_text(element.role) && !element.states.has(State::multi_line) &&
         (element.role == Role::entry || element.states.has(State::single_line) || element.role == Role::text ||
          element.role == Role::editbar);
}

/// Presses the button that a chooser saves with, or what stands for it.
std::optional<Reason> chooser_press(const EvaluationContext& context) {
  const Element* element = context.element;
  const auto returns = name_of_chord_that(context.meant(), [](const KeyChord& chord) { return is_return(chord); });
  if (element == nullptr)
    return returns ? std::optional<Reason>(*returns + " in " + context.window_text()) : std::nullopt;
  if (is_file_item(*element)) {
    const bool opens = context.clicks > 1 || returns;
    return opens ? std::optional<Reason>("opening " + context.target_text()) : std::nullopt;
  }
  if (element->role == Role::push_button && context.activates) {
    if (lexicon().read_label(context.label.text).leaves) return std::nullopt;
    return "pressing " + context.target_text();
  }
  return returns ? std::optional<Reason>(*returns + " in " + context.target_text()) : std::nullopt;
}

std::optional<FileDeed> in_chooser(const EvaluationContext& context, const FileScene& scene) {
  if (scene.reads) return std::nullopt;
  const auto press = chooser_press(context);
  if (!press) return std::nullopt;
  FileDeed deed;
  deed.what = *press + " may save a file as";
  deed.puts = true;
  for (const std::string& name : scene.written) {
    // A path that ends with a slash only leads into the folder.
    if (!name.ends_with('/') && !name.empty()) deed.files.push_back(in_folder(scene.folder, name));
  }
  const bool item = context.element != nullptr && is_file_item(*context.element);
  if (item) {
    for (const std::string& name : scene.chosen) deed.files.push_back(in_folder(scene.folder, name));
  }
  if (!scene.folder.empty() && deed.files.empty()) deed.folders.push_back(scene.folder);
  return deed;
}

void add_manager_places(const FileScene& scene, FileDeed& deed) {
  if (!scene.folder.empty()) deed.folders.push_back(scene.folder);
  if (!scene.title.empty()) deed.folders.push_back(scene.title);
  const std::string& folder = scene.folder.empty() ? scene.title : scene.folder;
  if (!deed.takes_away) return;
  for (const std::string& name : scene.chosen) deed.files.push_back(in_folder(folder, name));
}

std::optional<FileDeed> by_manager_keys(const EvaluationContext& context, const FileScene& scene) {
  if (!uses_keyboard(context.action)) return std::nullopt;
  FileDeed deed;
  const Element* element = context.element;
  if (element != nullptr && is_one_line_field(*element)) {
    const auto returns = name_of_chord_that(context.meant(), [](const KeyChord& chord) { return is_return(chord); });
    const bool location = std::any_of(scene.written.begin(), scene.written.end(), is_whole_path);
    if (!returns || location) return std::nullopt;
    deed.what = *returns + " in " + context.target_text() + " may name a file";
    deed.puts = deed.takes_away = true;
    for (const std::string& name : scene.written) {
      deed.files.push_back(in_folder(scene.folder.empty() ? scene.title : scene.folder, name));
    }
    add_manager_places(scene, deed);
    return deed;
  }
  const auto takes = name_of_chord_that(context.meant(), deletes_or_renames);
  const auto puts = name_of_chord_that(context.meant(), puts_something);
  if (!takes && !puts) return std::nullopt;
  deed.what = (takes ? *takes : *puts) + " changes files in " + context.window_text();
  deed.takes_away = takes.has_value();
  deed.puts = puts.has_value() || (takes && *takes == "F2");
  add_manager_places(scene, deed);
  return deed;
}

std::optional<FileDeed> by_manager_press(const EvaluationContext& context, const FileScene& scene) {
  if (!context.activates || context.element == nullptr) return std::nullopt;
  const FileWord word = file_word(context.label.text);
  const bool deletes = lexicon().read_label(context.label.text).category == Category::delete_;
  if (word == FileWord::other && !deletes) return std::nullopt;
  FileDeed deed;
  deed.what = context.target_text() + " changes files there";
  deed.takes_away = deletes || word != FileWord::puts;
  deed.puts = word == FileWord::puts || word == FileWord::renames;
  add_manager_places(scene, deed);
  return deed;
}

/// A file that is dragged leaves its folder, or enters the one on which it is dropped.
std::optional<FileDeed> by_manager_drag(const EvaluationContext& context, const FileScene& scene) {
  const bool drags = std::holds_alternative<Drag>(context.action.body);
  const bool lets_go =
      std::holds_alternative<MouseUp>(context.action.body) && dragged(context.typing, context.observation) != nullptr;
  if (!drags && !lets_go) return std::nullopt;
  FileDeed deed;
  deed.what = "dragging in " + context.window_text() + " moves files";
  deed.takes_away = deed.puts = true;
  add_manager_places(scene, deed);
  return deed;
}

/// A drag from anywhere that ends in a file manager: the folder that its title names.
std::string dropped_into(const EvaluationContext& context) {
  const Window* onto = context.observation.drop_window.get();
  if (!std::holds_alternative<Drag>(context.action.body) || onto == nullptr) return {};
  if (!context.policy.patterns().applications.facts_of(*onto).file_manager) return {};
  const auto parts = paths_in_title(onto->title);
  return parts.empty() ? std::string() : readable_path(parts.front());
}

/// Text into a document that is open, or the key or button that saves it.
std::optional<FileDeed> in_editor(const EvaluationContext& context) {
  const Window* window = context.window;
  if (window == nullptr || context.terminal || is_browser(*window)) return std::nullopt;
  const auto saving = name_of_chord_that(context.meant(), is_saving);
  const Element* element = context.element;
  const bool keeps = context.activates && lexicon().read_label(context.label.text).keeps;
  const bool field = element != nullptr && (element->role == Role::entry || element->states.has(State::single_line) ||
                                            !takes_text(element->role));
  const bool writes = context.deed.enters_text && !context.deed.pointer && !field;
  if (!saving && !keeps && !writes) return std::nullopt;
  FileDeed deed;
  deed.puts = true;
  deed.what = (saving  ? *saving + " in " + context.window_text() + " saves"
               : keeps ? "pressing " + context.target_text() + " saves"
                       : "text into " + context.target_text() + " changes");
  deed.files = paths_in_title(window->title);
  if (keeps) {
    for (const Ancestor& around : element->ancestors) {
      for (std::string& path : paths_in_title(around.text)) deed.files.push_back(std::move(path));
    }
  }
  return deed;
}

std::uint64_t key_of(const EvaluationContext& context, const std::string& path) {
  const FileFact* fact = fact_of(context, path);
  return Hash().add(std::string_view("file")).add(fact != nullptr && !fact->real.empty() ? fact->real : path).value();
}

}  // namespace

std::optional<FileDeed> file_deed(const EvaluationContext& context) {
  if (context.window == nullptr) return std::nullopt;
  const FileScene scene = file_scene(context);
  if (const std::string folder = dropped_into(context); !folder.empty()) {
    FileDeed deed;
    deed.what = "the drag moves a file into " + in_quotes(folder);
    deed.puts = true;
    deed.takes_away = scene.kind == FileScene::Kind::manager;
    deed.folders.push_back(folder);
    add_manager_places(scene, deed);
    return deed;
  }
  switch (scene.kind) {
    case FileScene::Kind::chooser:
      return in_chooser(context, scene);
    case FileScene::Kind::manager:
      for (const auto& kind : {by_manager_keys, by_manager_press, by_manager_drag}) {
        if (auto found = kind(context, scene)) return found;
      }
      return std::nullopt;
    case FileScene::Kind::other:
      break;
  }
  return in_editor(context);
}

std::optional<RiskyFile> risky_file(const EvaluationContext& context, const FileDeed& deed) {
  if (!deed.puts) return std::nullopt;
  for (const std::string& path : deed.files) {
    const FileFact* fact = fact_of(context, path);
    if (fact != nullptr && fact->kind == FileKind::folder) continue;  // it is gone into
    auto what = risk_of_file(path);
    if (what.empty() && fact != nullptr) what = risk_of_file(fact->real);
    if (!what.empty()) return RiskyFile{path, what, key_of(context, path)};
  }
  for (const std::string& folder : deed.folders) {
    if (const auto what = risk_of_folder(folder); !what.empty())
      return RiskyFile{folder, what, key_of(context, folder)};
  }
  return std::nullopt;
}

std::vector<std::string> files_to_look_up(const EvaluationContext& context) {
  std::vector<std::string> paths;
  const auto wanted = [&](const std::string& path) {
    const bool useful = path.find('/') != std::string::npos || is_whole_path(path);
    if (!useful || paths.size() >= most_looked_up) return;
    if (std::find(paths.begin(), paths.end(), path) == paths.end()) paths.push_back(path);
  };
  if (const auto deed = file_deed(context)) {
    for (const std::string& path : deed->files) wanted(path);
    for (const std::string& path : deed->folders) wanted(path);
  }
  if (!context.application.file_manager || !context.deed.presses) return paths;
  const FileScene scene = file_scene(context);
  for (const std::string& name : scene.chosen) wanted(in_folder(scene.folder, name));
  return paths;
}

const FileFact* fact_of(const EvaluationContext& context, std::string_view path) {
  const auto& files = context.observation.files;
  const auto found = std::find_if(files.begin(), files.end(), [&](const FileFact& fact) { return fact.path == path; });
  return found == files.end() ? nullptr : &*found;
}

}  // namespace interlock::gate
