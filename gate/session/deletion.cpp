#include "gate/session/deletion.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "gate/session/shown_form.h"
#include "gate/words/category.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

constexpr std::size_t longest_dialog = 400;  ///< bytes; what is longer may have been cut, and says more
constexpr std::size_t longest_object = 100;  ///< bytes

constexpr auto deleting = std::to_array<std::string_view>(
    {"delete", "deletes", "deleted", "deleting", "remove", "removes", "removed", "removing", "erase"});

/// Words that name nothing. "And" is none of them: it adds something.
constexpr auto empty_words = std::to_array<std::string_view>(
    {"a",   "an",   "be",     "can",  "cannot", "can't",       "continue", "do",   "for",  "forever", "good", "is",
     "it",  "not",  "ok",     "okay", "please", "permanently", "really",   "sure", "that", "the",     "this", "to",
     "are", "want", "undone", "will", "would",  "yes",         "you",      "like", "your", "my"});

template <class Words>
bool is_one_of(const Words& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_selectable(Role role) {
  return role == Role::list_item || role == Role::tree_item || role == Role::table_cell || role == Role::table_row ||
         role == Role::icon;
}

bool is_dialog(Role role) {
  return role == Role::dialog || role == Role::alert;
}

std::string dialog_of(const Observation& observation) {
  const auto& around = observation.element->ancestors;
  const auto dialog = std::find_if(around.begin(), around.end(), [](const auto& each) { return is_dialog(each.role); });
  const bool window = observation.window->type == "dialog";
  if (dialog == around.end() && !window) return {};
  std::string says;
  for (auto each = around.begin(); each != around.end(); ++each) {
    says += each->name + '\n' + each->text + '\n';
    if (each == dialog) break;
  }
  if (window) says += observation.window->title;
  return normalise(says).text;
}

/// ASCII letters and digits, apostrophes, and every byte of other characters.
bool belongs_to_word(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '\'';
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (belongs_to_word(c)) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

/// The text without each whole occurrence of the object.
std::string without(std::string text, std::string_view object, bool& found) {
  for (std::size_t at = text.find(object); at != text.npos; at = text.find(object, at + 1)) {
    const std::size_t end = at + object.size();
    const bool whole =
        (at == 0 || !belongs_to_word(text[at - 1])) && (end == text.size() || !belongs_to_word(text[end]));
    if (!whole) continue;
    text.replace(at, object.size(), " ");
    found = true;
  }
  return text;
}

/// "contacts" of the window's title is what "Delete contact" in the dialog's is one of.
bool is_in_title(const std::vector<std::string>& title, const std::string& word) {
  return is_one_of(title, word) || is_one_of(title, word + "s");
}

/// `place`: words of the window's title, which count behind "from" or "in", and in a dialog's title of two words.
bool names_nothing(const std::string& line, const std::vector<std::string>& place) {
  const auto words = words_of(line);
  const bool short_line = words.size() <= 2;
  bool behind = false;
  for (const std::string& word : words) {
    if (word == "from" || word == "in") {
      behind = true;
    } else if (is_one_of(empty_words, word)) {
      // An article leaves it open which noun follows.
      behind = behind && (word == "the" || word == "this" || word == "your" || word == "my");
    } else if (is_one_of(deleting, word)) {
      behind = false;
    } else if (!(behind || short_line) || !is_in_title(place, word)) {
      return false;
    }
  }
  return true;
}

bool says_nothing_else(const std::string& text, const std::vector<std::string>& place) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("\n.?!", begin), text.size());
    if (!names_nothing(text.substr(begin, end - begin), place)) return false;
    begin = end + 1;
  }
  return true;
}

std::optional<std::string> object_named(std::string_view text) {
  std::string object = normalise(text).text;
  if (object.empty() || object.size() > longest_object) return std::nullopt;
  return object;
}

/// "draft" of "delete draft".
std::string object_of_label(const std::string& label) {
  std::string object;
  for (const std::string& word : words_of(label)) {
    if (is_one_of(deleting, word) || is_one_of(empty_words, word)) continue;
    object += (object.empty() ? "" : " ") + word;
  }
  return object;
}

/// A page chooses what its fields hold: "account" in one beside "Delete draft" must not cover "Delete account?". So on
/// a page what the label names counts alone, and what is selected if it names nothing.
std::vector<std::string> objects_of(const Deletion& deletion, const std::vector<Element>& form) {
  const bool page = !deletion.url.empty();
  std::vector<std::string> objects;
  const auto add = [&](std::string_view text) {
    if (auto object = object_named(text)) objects.push_back(std::move(*object));
  };
  const std::string labelled = object_of_label(deletion.label);
  if (!page || labelled.empty()) {
    for (const auto& name : selected_names(form)) add(name);
  }
  for (const Element& each : form) {
    const bool field = each.states.has(State::editable) || takes_text(each.role);
    if (!page && field && each.value) add(*each.value);
  }
  if (objects.size() > most_shown) objects.resize(most_shown);
  add(labelled);
  return objects;
}

}  // namespace

std::vector<std::string> selected_names(const std::vector<Element>& form) {
  std::vector<std::string> names;
  for (const Element& element : form) {
    const bool selected = is_selectable(element.role) && element.states.has(State::selected);
    if (selected && !element.name.empty()) names.push_back(element.name);
  }
  return names;
}

std::optional<Deletion> deletion_of(const Observation& observation, const Assessment& assessment,
                                    const Known<std::vector<Element>>& form) {
  for (const Finding& finding : assessment.findings) {
    if (finding.decision < Decision::require_confirmation) continue;
    const bool deletes = finding.rule == "irreversible" && category_of(finding) == Category::delete_;
    if (!deletes || finding.decision > Decision::require_confirmation) return std::nullopt;
  }
  const Window* window = observation.window.get();
  const Element* element = observation.element.get();
  if (window == nullptr || !window->pid || element == nullptr || !form) return std::nullopt;
  if (!observation.document && !observation.document.is_none()) return std::nullopt;
  const std::string& said = element->name.empty() ? element->text : element->name;
  Deletion deletion{.pid = *window->pid,
                    .app = window->app,
                    .url = observation.document ? observation.document->url : std::string(),
                    .title = normalise(window->title).text,
                    .label = normalise(said).text,
                    .dialog = dialog_of(observation)};
  deletion.objects = objects_of(deletion, *form);
  for (const Element& each : *form) deletion.form.insert(shown_form({each}));
  return deletion;
}

bool asks_again(const Deletion& approved, const Deletion& asked) {
  const bool same_place = approved.pid == asked.pid && approved.app == asked.app && approved.url == asked.url;
  if (!same_place || !approved.dialog.empty() || asked.dialog.empty()) return false;
  if (asked.dialog.size() > longest_dialog) return false;
  const bool sets_more =
      !std::includes(approved.form.begin(), approved.form.end(), asked.form.begin(), asked.form.end());
  if (sets_more) return false;
  // A page chooses its title.
  const auto place = approved.url.empty() ? words_of(approved.title) : std::vector<std::string>();
  const auto says = [&](const std::string& object) {
    bool found = object.empty();
    const std::string dialog = object.empty() ? asked.dialog : without(asked.dialog, object, found);
    const std::string label = object.empty() ? asked.label : without(asked.label, object, found);
    return found && says_nothing_else(dialog, object.empty() ? std::vector<std::string>() : place) &&
           says_nothing_else(label, {});
  };
  return says({}) || std::any_of(approved.objects.begin(), approved.objects.end(), says);
}

}  // namespace interlock::gate
