#include "gate/readings/activation.h"

#include <algorithm>
#include <array>

#include "gate/readings/evaluation_context.h"
#include "gate/readings/file_deed.h"
#include "gate/readings/file_scene.h"
#include "gate/readings/message_field.h"
#include "gate/readings/option_walk.h"
#include "gate/screen/browser.h"
#include "gate/screen/editor.h"
#include "gate/screen/file_path.h"
#include "gate/screen/file_words.h"
#include "gate/shell/judges.h"
#include "gate/typing/presses.h"
#include "gate/words/lexicon.h"
#include "values/key_text.h"
#include "values/utf8.h"

namespace interlock::gate {
namespace {

/// The first key of the action that `test` is true for. Typed characters are keys without modifiers.
template <class Test>
std::optional<KeyChord> pressed(const Action& action, Test test) {
  if (const auto* key = std::get_if<Key>(&action.body)) {
    const auto found = std::find_if(key->chords.begin(), key->chords.end(), test);
    if (found != key->chords.end()) return *found;
  } else if (const auto* down = std::get_if<KeyDown>(&action.body)) {
    if (test(down->key)) return down->key;
  } else if (const auto* type = std::get_if<Type>(&action.body)) {
    for (const char c : type->text) {
      const KeyChord chord{{}, c == '\n' || c == '\r' ? std::string("Return") : std::string(1, c)};
      if (test(chord)) return chord;
    }
  }
  return std::nullopt;
}

bool is_thing(Role role) {
  return role == Role::list_item || role == Role::icon || role == Role::tree_item || role == Role::table_row ||
         role == Role::table_cell;
}

bool is_menu_entry(Role role) {
  return role == Role::menu_item || role == Role::check_menu_item || role == Role::radio_menu_item ||
         role == Role::tearoff_menu_item;
}

bool has_lines(const Element& element) {
  return element.states.has(State::multi_line) ||
         (element.role == Role::text && !element.states.has(State::single_line));
}

bool is_plain_return(const KeyChord& chord) {
  // Without modifiers no single character is one; a long text has many.
  return chord.modifiers.empty() && chord.key.size() > 1 && is_return(chord);
}

/// By whatever modifiers: Firefox hands a form in with ctrl and alt, too.
bool is_any_return(const KeyChord& chord) {
  return chord.key.size() > 1 && is_return(KeyChord{{}, chord.key}) && !chord.modifiers.has(Modifier::super);
}

bool hands_in(const Element& field) {
  switch (field.role) {
    case Role::check_box:
    case Role::radio_button:
    case Role::slider:
    case Role::date_editor:
      return true;
    case Role::combo_box:
      return field.states.has(State::editable);
    case Role::terminal:
    case Role::document_frame:
    case Role::document_text:
    case Role::document_spreadsheet:
      return false;
    default:
      return takes_text(field.role) && !has_lines(field);
  }
}

bool is_sending_return(const KeyChord& chord) {
  return chord.modifiers.has(Modifier::ctrl) && (chord.key == "Return" || chord.key == "KP_Enter");
}

bool is_delete(const KeyChord& chord) {
  return (chord.key == "Delete" || chord.key == "KP_Delete") && !chord.modifiers.has(Modifier::ctrl) &&
         !chord.modifiers.has(Modifier::alt) && !chord.modifiers.has(Modifier::super);
}

/// Alt with a letter presses the button of the dialog that has it underlined. Where it was seen which one that is, that
/// one is judged; if none was seen, there may still be one, because not every dialog reports it.
std::optional<Consequence> by_mnemonic(const EvaluationContext& context) {
  if (context.observation.bound) return std::nullopt;
  const auto chord = pressed(context.meant(), is_mnemonic);
  if (!chord) return std::nullopt;
  if (context.element == nullptr) {
    const bool dialog = context.window != nullptr && context.window->type == "dialog";
    if (!dialog || context.observation.focus.is_none()) return std::nullopt;
    return Consequence{
        Category::confirm, "mnemonic",
        to_string(*chord) + " may press a button of " + context.window_text() + ", and what it says is not known",
        to_string(*chord)};
  }
  auto found = consequence_of_dialog(context);
  if (found) found->reason = to_string(*chord) + " may press a button: " + found->reason;
  return found;
}

/// In an open menu a letter runs the entry that has it underlined, not the one with the focus.
std::optional<Consequence> by_menu_letter(const EvaluationContext& context) {
  if (context.element == nullptr || !is_menu_entry(context.element->role)) return std::nullopt;
  const auto letter = pressed(context.meant(), [](const KeyChord& chord) {
    return key_text(chord).effect == KeyEffect::character && !is_space(chord);
  });
  if (!letter) return std::nullopt;
  // In a list of options a letter only goes to another one: if that chooses it, it is judged itself.
  const bool observed = context.observation.bound.has_value() || context.observation.bound.is_none();
  if (observed && in_option_list(context.observation)) return std::nullopt;
  return Consequence{Category::confirm, "mnemonic",
                     "the key " + to_string(*letter) + " may run another entry of the open menu than " +
                         context.target_text() + "; choose the entry itself",
                     to_string(*letter)};
}

/// Return in a dialog's field (or list, or check box) presses the dialog's default button.
std::optional<Consequence> by_default_button(const EvaluationContext& context) {
  if (context.element == nullptr || context.activates || has_lines(*context.element)) return std::nullopt;
  return pressed(context.meant(), is_plain_return) ? consequence_of_dialog(context) : std::nullopt;
}

/// Return in an open list takes the option. In a form it may hand that in as well.
bool takes_option(const Element& field) {
  const auto& around = field.ancestors;
  const bool in_form =
      std::any_of(around.begin(), around.end(), [](const Ancestor& a) { return a.role == Role::form; });
  return field.role == Role::combo_box && field.states.has(State::expanded) && !in_form;
}

/// Return in the field of a page without a known button that it would press: judged by its field, form and page.
std::optional<Consequence> by_form(const EvaluationContext& context) {
  if (context.deed.pointer || context.observation.bound) return std::nullopt;
  const auto chord = handing_in(context.meant(), context.observation);
  if (!chord || is_query(*context.element)) return std::nullopt;
  if (takes_option(*context.element) && context.observation.bound.is_none()) return std::nullopt;
  auto found = consequence_of_form(context);
  if (found) found->reason = to_string(*chord) + " may hand in what stands there: " + found->reason;
  return found;
}

/// In a client of databases the statement that was written runs: one that only reads changes nothing.
bool runs_a_query(const EvaluationContext& context) {
  if (context.window == nullptr || !queries_databases(*context.window)) return false;
  const auto* value = context.element->value.get();
  const std::string text = value != nullptr ? *value : context.typing.line_in(context.observation).text;
  return has_letters(text) && !shell::destructive_query(text);
}

/// Mail programs, chats and web forms send with ctrl+Return what is written.
std::optional<Consequence> by_accelerator(const EvaluationContext& context) {
  if (context.element == nullptr || !takes_text(context.element->role) || !has_lines(*context.element)) {
    return std::nullopt;
  }
  const auto chord = pressed(context.meant(), is_sending_return);
  if (!chord || runs_a_query(context)) return std::nullopt;
  return Consequence{Category::send, "accelerator",
                     to_string(*chord) + " in " + context.target_text() + " sends or submits what is written there",
                     to_string(*chord)};
}

/// A chat's Return sends. Not an empty line, if the text is known.
std::optional<Consequence> by_message(const EvaluationContext& context) {
  const auto chord = pressed(context.meant(), is_plain_return);
  if (!chord || !is_message_field(context)) return std::nullopt;
  const auto* value = context.element->value.get();
  const bool empty = std::holds_alternative<Key>(context.meant().body) && value != nullptr && value->empty() &&
                     context.typing.line_in(context.observation).text.empty();
  if (empty) return std::nullopt;
  return Consequence{Category::send, "message", to_string(*chord) + " sends what stands in " + context.target_text(),
                     std::string(utf8_prefix(context.label.text, 80))};
}

bool is_program(std::string_view name) {
  constexpr std::array<std::string_view, 10> endings = {".appimage", ".run", ".sh",  ".exe", ".msi",
                                                        ".bat",      ".jar", ".bin", ".com", ".desktop"};
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view end) { return name.ends_with(end); });
}

/// An item of a file manager: judged by its file on this machine if that was looked up, else by its name.
std::optional<Consequence> opened_item(const EvaluationContext& context, const FileScene& scene,
                                       const std::string& item) {
  const std::string name = normalise(item).text;
  const FileFact* fact = fact_of(context, in_folder(scene.folder, item));
  const bool program = is_program(name) || (fact != nullptr && fact->kind == FileKind::program);
  if (program) {
    return Consequence{Category::install, "program",
                       "opening " + in_quotes(item) + " in " + context.window_text() + " runs a program", name};
  }
  const bool known = fact != nullptr && fact->kind != FileKind::missing;
  if (known || name.find('.', 1) != std::string::npos) return std::nullopt;
  return Consequence{Category::confirm, "unknown_item",
                     "opening " + in_quotes(item) + " in " + context.window_text() +
                         ": it may be a folder or a program, and which is not known",
                     name};
}

/// In a file manager whose items the tree does not name, what is selected may be any file.
std::optional<Consequence> by_unnamed_item(const EvaluationContext& context) {
  if (!is_unnamed_item(context)) return std::nullopt;
  const FileScene scene = file_scene(context);
  const auto chord = pressed(context.meant(), is_delete);
  if (chord && !chord->modifiers.has(Modifier::shift)) {  // past the trash: the check key_chord
    return Consequence{Category::delete_, "delete_key",
                       to_string(*chord) + " deletes what is selected in " + context.window_text() +
                           (scene.chosen.empty() ? ", which the window's tree does not name" : ""),
                       scene.chosen.empty() ? to_string(*chord) : scene.chosen.front()};
  }
  const bool returns = pressed(context.meant(), is_plain_return).has_value();
  if (!returns && context.clicks < 2) return std::nullopt;
  // What the status bar names is what Return opens; a double click may be on something else.
  if (returns && scene.chosen.size() == 1) return opened_item(context, scene, scene.chosen.front());
  return Consequence{
      Category::confirm, "unnamed_item",
      "opens something in " + context.window_text() + ", and the window's tree does not name it: it may be a program",
      "item without a name"};
}

/// A file manager's dialog or menu that runs a file, or makes one that may be run.
std::optional<Consequence> by_running(const EvaluationContext& context) {
  if (!context.application.file_manager || context.element == nullptr || !context.deed.presses) return std::nullopt;
  const Role role = context.element->role;
  if (!is_actionable(role) && role != Role::check_box) return std::nullopt;
  if (file_word(context.label.text) != FileWord::runs) return std::nullopt;
  return Consequence{Category::install, "program",
                     context.target_text() + " runs a program, or makes a file one that can be run",
                     std::string(utf8_prefix(context.label.text, 80))};
}

/// Files, messages, bookmarks; not the cells and paragraphs of a document.
std::optional<Consequence> by_delete_key(const EvaluationContext& context) {
  const Element* element = context.element;
  if (element == nullptr || !is_thing(element->role) || element->states.has(State::editable)) return std::nullopt;
  const bool document = std::any_of(element->ancestors.begin(), element->ancestors.end(), [](const Ancestor& around) {
    return around.role == Role::document_spreadsheet || around.role == Role::document_text;
  });
  const auto chord = document ? std::nullopt : pressed(context.meant(), is_delete);
  if (!chord) return std::nullopt;
  return Consequence{Category::delete_, "delete_key", to_string(*chord) + " deletes " + context.target_text(),
                     to_string(*chord)};
}

/// A click chooses a file, a double click or Return runs it.
std::optional<Consequence> by_opening(const EvaluationContext& context) {
  if (context.element == nullptr || !is_thing(context.element->role)) return std::nullopt;
  if (context.application.file_manager) {
    if (context.clicks < 2 && !pressed(context.meant(), is_plain_return)) return std::nullopt;
    return is_unnamed_item(context) ? std::nullopt : opened_item(context, file_scene(context), context.element->name);
  }
  const bool opens = context.clicks > 1 || pressed(context.meant(), is_plain_return).has_value();
  const std::string name = opens ? normalise(context.element->name).text : std::string();
  if (!is_program(name)) return std::nullopt;
  return Consequence{Category::install, "program", "opening " + context.target_text() + " runs a program", name};
}

/// In one action, or by a button that went down elsewhere: then the pointer that comes there is judged like the hand
/// that lets go, since the button comes up where the pointer is when the session ends.
std::optional<Consequence> by_drop(const EvaluationContext& context) {
  const auto& body = context.action.body;
  const Element* onto = nullptr;
  Reason what;
  if (std::holds_alternative<Drag>(body)) {
    onto = context.observation.drop.get();
    what = context.target_text();
  } else if (std::holds_alternative<MouseUp>(body) || std::holds_alternative<Move>(body)) {
    const Press* press = dragged(context.typing, context.observation);
    if (press == nullptr) return std::nullopt;
    onto = context.element;
    what = press->says.empty() ? std::string("something") : press->says;
  }
  if (onto == nullptr) return std::nullopt;
  std::string words;
  const auto place = lexicon().read_text(normalise(onto->name).text, words);
  if (place != Category::delete_) return std::nullopt;
  return Consequence{Category::delete_, "drag", "dragging " + what + " onto " + in_quotes(onto->name) + " deletes it",
                     words};
}

}  // namespace

// By whatever name ("d", "U0064", "eacute"). With Space it is the window's own menu.
bool is_mnemonic(const KeyChord& chord) {
  const Modifiers& held = chord.modifiers;
  const bool alt = held.has(Modifier::alt) && !held.has(Modifier::ctrl) && !held.has(Modifier::super);
  if (!alt) return false;
  const KeyChord alone{{}, chord.key};
  return key_text(alone).effect == KeyEffect::character && !is_space(alone);
}

std::vector<KeyChord> mnemonics_in(const Action& meant) {
  std::vector<KeyChord> found;
  const auto consider = [&](const KeyChord& chord) {
    if (is_mnemonic(chord) && std::find(found.begin(), found.end(), chord) == found.end()) found.push_back(chord);
  };
  if (const auto* key = std::get_if<Key>(&meant.body)) {
    for (const KeyChord& chord : key->chords) consider(chord);
  } else if (const auto* down = std::get_if<KeyDown>(&meant.body)) {
    consider(down->key);
  }
  return found;
}

bool is_query(const Element& field) {
  if (field.attribute("text-input-type") == "search" || field.attribute("xml-roles") == "searchbox") return true;
  const std::string says =
      normalise(std::string(called(field)) + "\n" + std::string(field.attribute("placeholder"))).text;
  constexpr std::array<std::string_view, 3> words = {"search", "filter", "find"};
  return std::any_of(words.begin(), words.end(), [&](auto word) { return says.find(word) != std::string::npos; });
}

std::optional<KeyChord> handing_in(const Action& meant, const Observation& observation) {
  const Element* field = observation.focus.get();
  const bool page = observation.document.has_value() && field != nullptr && !is_browser_chrome(*field);
  if (!page || !hands_in(*field)) return std::nullopt;
  return pressed(meant, is_any_return);
}

std::vector<Element> default_buttons(const Element& field, const std::vector<Element>& buttons) {
  if (buttons.empty()) return {};
  if (is_query(field)) return {buttons.front()};
  std::vector<Element> left;
  const Element* first = nullptr;
  for (const Element& button : buttons) {
    const std::string says = normalise(called(button)).text;
    const LabelReading label = lexicon().read_label(says);
    const bool word = says.find(' ') == std::string::npos;  // "Reset", not "Reset the device"
    if (!label.leaves && first == nullptr) first = &button;
    if (!label.leaves && !(label.ordinary && word)) left.push_back(button);
  }
  if (left.empty()) left.push_back(first == nullptr ? buttons.front() : *first);
  return left;
}

std::optional<Consequence> set_off(const EvaluationContext& context) {
  if (context.terminal) return std::nullopt;
  for (const auto& kind : {by_mnemonic, by_menu_letter, by_default_button, by_form, by_accelerator, by_message,
                           by_delete_key, by_unnamed_item, by_running, by_opening, by_drop}) {
    if (auto found = kind(context)) return found;
  }
  return std::nullopt;
}

}  // namespace interlock::gate
