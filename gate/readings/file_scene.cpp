#include "gate/readings/file_scene.h"
#include "gate/screen/file_window.h"

#include <algorithm>

#include "gate/policy/applications.h"
#include "gate/policy/patterns.h"
#include "gate/readings/evaluation_context.h"
#include "gate/screen/file_path.h"
#include "gate/words/lexicon.h"
#include "values/key_text.h"

namespace interlock::gate {
namespace {

bool is_crumb(const Element& element) {
  return element.role == Role::toggle_button || element.role == Role::radio_button;
}

bool is_dialog_around(const Element& element) {
  return std::any_of(element.ancestors.begin(), element.ancestors.end(), [](const Ancestor& around) {
    return around.role == Role::dialog || around.role == Role::file_chooser;
  });
}

bool is_chooser_around(const Element& element) {
  return std::any_of(element.ancestors.begin(), element.ancestors.end(),
                     [](const Ancestor& around) { return around.role == Role::file_chooser; });
}

/// The folder: a field or combo box that shows a whole path, else the path bar, up to the pressed button.
void read_folder(const EvaluationContext& context, const std::vector<Element>& around, FileScene& scene) {
  for (const Element& element : around) {
    const bool place = is_name_field(element) || element.role == Role::combo_box;
    if (!place || (context.element != nullptr && element.path == context.element->path)) continue;
    if (const std::string& text = text_of(element); is_whole_path(text)) {
      scene.folder = readable_path(text);
      scene.folder_whole = true;
      return;
    }
  }
  std::string path;
  for (const Element& element : around) {
    if (!is_crumb(element) || element.name.empty()) continue;
    path += (path.empty() || path.ends_with('/') ? "" : "/") + element.name;
    if (!element.states.has(State::checked) && !element.states.has(State::pressed)) continue;
    scene.folder = readable_path(path);
    scene.folder_whole = scene.folder.starts_with('/');
    return;
  }
}

/// Buttons show whether a chooser opens or saves.
bool only_opens(const EvaluationContext& context, const std::vector<Element>* around) {
  static constexpr std::string_view words =
      "|open|öffnen|ouvrir|abrir|apri|openen|otwórz|открыть|відкрити|öppna|åbn|åpne|avaa|otevřít|otvoriť|megnyitás|aç|"
      "άνοιγμα|отваряне|deschide|打开|開啟|開く|열기|فتح|פתיחה|obre|ireki|buka|";
  const auto opens = [&](const Element& element) {
    std::string label = normalise(element.name).text;
    std::erase(label, '_');
    return element.role == Role::push_button && words.find("|" + label + "|") != words.npos;
  };
  const auto saves = [](const Element& element) {
    return element.role == Role::push_button && lexicon().read_label(normalise(element.name).text).keeps;
  };
  if (context.element != nullptr && context.element->role == Role::push_button) return opens(*context.element);
  if (around == nullptr) return false;
  return std::any_of(around->begin(), around->end(), opens) && std::none_of(around->begin(), around->end(), saves);
}

void add(std::vector<std::string>& texts, std::string text) {
  if (!text.empty() && std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(std::move(text));
}

/// The name of a button's or item's file is in the chooser's fields.
void read_fields(const EvaluationContext& context, const std::vector<Element>* around, FileScene& scene) {
  if (around == nullptr) return add(scene.written, context.typing.line.text);
  for (const std::string& name : names_in_fields(*around)) add(scene.written, name);
}

FileScene::Kind kind_of_scene(const EvaluationContext& context, const std::vector<Element>* around) {
  if (context.terminal || context.window == nullptr || context.observation.document.get() != nullptr) {
    return FileScene::Kind::other;
  }
  const Element* element = context.element;
  if (element != nullptr && is_chooser_around(*element)) return FileScene::Kind::chooser;
  const bool dialog = context.window->type == "dialog" || (element != nullptr && is_dialog_around(*element));
  const bool lists = around != nullptr && std::any_of(around->begin(), around->end(), [](const Element& part) {
                       return part.role == Role::list || part.role == Role::tree || part.role == Role::table ||
                              part.role == Role::tree_table || part.role == Role::file_chooser;
                     });
  if (dialog && lists) return FileScene::Kind::chooser;
  return context.application.file_manager ? FileScene::Kind::manager : FileScene::Kind::other;
}

bool is_change_key(const KeyChord& chord) {
  const Modifiers& held = chord.modifiers;
  if (is_return(chord) || chord.key == "F2" || chord.key == "Delete" || chord.key == "KP_Delete") return true;
  return held.has(Modifier::ctrl) || held.has(Modifier::shift) || held.has(Modifier::alt);
}

bool may_change_by_keys(const Action& meant) {
  if (const auto* key = std::get_if<Key>(&meant.body)) {
    return std::any_of(key->chords.begin(), key->chords.end(), is_change_key);
  }
  if (const auto* down = std::get_if<KeyDown>(&meant.body)) return is_change_key(down->key);
  return std::holds_alternative<Type>(meant.body);
}

}  // namespace

std::vector<std::string> texts_in_field(const EvaluationContext& context) {
  std::string adds;
  if (const auto* type = std::get_if<Type>(&context.meant().body)) {
    adds = type->text.substr(0, type->text.find_first_of("\r\n"));
  } else if (context.deed.pastes && context.observation.clipboard) {
    adds = *context.observation.clipboard;
  }
  std::vector<std::string> texts;
  const TypedLine typed = context.typing.line_in(context.observation);
  // Where a key moved the cursor to the start of the line in a shell, it may have selected the text here (ctrl+a).
  const std::string line = typed.text.substr(0, typed.text.size() - typed.behind);
  // The new text comes after the present text, or replaces it.
  const std::string* value = context.element->value.get();
  if (value != nullptr) add(texts, *value + adds);
  add(texts, adds);
  // If the application shows the text typed last, it shows all of it; otherwise it is late, or has completed it.
  constexpr std::size_t tail = 16;
  // With nothing typed since the key, the text behind the cursor is what must be shown.
  const std::string_view expected = line.empty() ? std::string_view(typed.text) : std::string_view(line);
  const std::string_view last = expected.substr(expected.size() - std::min(expected.size(), tail));
  if (value != nullptr && value->ends_with(last)) return texts;
  add(texts, line + adds);
  if (typed.behind != 0) add(texts, line + adds + typed.text.substr(line.size()));
  return texts;
}

bool is_unnamed_item(const EvaluationContext& context) {
  if (!context.application.file_manager) return false;
  if (context.element == nullptr) return context.target.is_unknown();
  switch (context.element->role) {
    case Role::directory_pane:
    case Role::page_tab:
    case Role::panel:
    case Role::filler:
    case Role::scroll_pane:
    case Role::viewport:
    case Role::layered_pane:
    case Role::canvas:
    case Role::drawing_area:
    case Role::desktop_frame:
    case Role::frame:
    case Role::list:
    case Role::list_box:
    case Role::table:
    case Role::tree:
    case Role::tree_table:
    case Role::split_pane:
      return true;
    default:
      return is_file_item(*context.element) && context.element->name.empty();
  }
}

bool needs_surroundings(const Action& meant, const Observation& observation) {
  const Window* window = observation.window.get();
  const bool keys = uses_keyboard(meant);
  const Element* element = keys ? observation.focus.get() : observation.element.get();
  if (window == nullptr || observation.document.get() != nullptr) return false;
  if (!keys && !deed_of(meant).presses) return false;
  if (is_file_manager(*window)) {
    const auto* click = std::get_if<Click>(&meant.body);
    const bool chooses = click != nullptr && click->count == 1 && click->button == Button::left && element != nullptr &&
                         !is_actionable(element->role);
    return keys ? may_change_by_keys(meant) : !chooses;
  }
  if (element == nullptr || !(window->type == "dialog" || is_dialog_around(*element))) return false;
  if (!deed_of(meant).presses) return false;
  return keys || element->role == Role::push_button || is_file_item(*element);
}

FileScene file_scene(const EvaluationContext& context) {
  FileScene scene;
  const auto* around = context.observation.around.get();
  scene.kind = kind_of_scene(context, around);
  if (scene.kind == FileScene::Kind::other) return scene;
  scene.reads = scene.kind == FileScene::Kind::chooser && only_opens(context, around);
  if (around != nullptr) {
    read_folder(context, *around, scene);
    scene.chosen = chosen_names(*around);
  }
  if (scene.kind == FileScene::Kind::manager && context.window->type != "dialog") {
    const auto parts = paths_in_title(context.window->title);
    if (!parts.empty()) scene.title = readable_path(parts.front());
  }
  if (context.element == nullptr) return scene;
  if (is_name_field(*context.element)) {
    scene.written = texts_in_field(context);
  } else if (scene.kind == FileScene::Kind::chooser) {
    read_fields(context, around, scene);
  }
  if (is_file_item(*context.element)) add(scene.chosen, context.element->name);
  return scene;
}

}  // namespace interlock::gate
