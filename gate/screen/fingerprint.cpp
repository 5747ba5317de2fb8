#include "gate/screen/fingerprint.h"

#include "gate/screen/file_window.h"
#include "values/text.h"

namespace interlock::gate {
namespace {

constexpr char separator = '\x1f';  // does not occur in a readable name

const Known<Element>& target_of(const Action& action, const Observation& observation) {
  return uses_keyboard(action) ? observation.focus : observation.element;
}

std::string rect_text(const Rect& rect) {
  return std::to_string(rect.x) + ',' + std::to_string(rect.y) + ' ' + std::to_string(rect.width) + 'x' +
         std::to_string(rect.height);
}

/// What the approval was given for: the control, its place, and the text of the dialog around it.
std::string element_text(const Element& element, bool keyboard) {
  std::string text = element.path + separator + std::to_string(static_cast<int>(element.role)) + separator +
                     element.name + separator + element.description + separator + element.labelled_by;
  if (!keyboard) text += separator + rect_text(element.extents);
  for (const auto* all : {&element.ancestors, &element.presses}) {
    for (const Ancestor& each : *all) text += separator + each.name + separator + each.text;
  }
  text += separator + element.text;
  if (element.listener) text += separator + element.listener->text;
  return text;
}

/// The files that the action affects: the names in fields and of selected items, and what the paths refer to. The rest
/// of such a window (free space, other files in the folder) may change.
Known<std::string> files_text(const Observation& observation) {
  if (observation.around.is_unknown()) return observation.around.why();
  std::string text;
  if (const auto* around = observation.around.get()) {
    for (const std::string& name : chosen_names(*around)) text += name + separator;
    for (const std::string& name : names_in_fields(*around)) text += name + separator;
  }
  for (const FileFact& file : observation.files) {
    text += file.path + separator + file.real + separator + std::to_string(static_cast<int>(file.kind)) + separator;
  }
  return text;
}

std::string window_text(const Observation& observation) {
  if (observation.window.is_none()) return "no window";
  const Window* window = observation.window.get();
  if (window == nullptr) return "not known: " + std::string(describe(observation.window.why()).meaning);
  return window->app + " " + in_quotes(window->title);
}

std::string element_name(const Known<Element>& element) {
  if (element.is_none()) return "no element";
  if (element.is_unknown()) return "not known: " + std::string(describe(element.why()).meaning);
  return std::string(role_name(element->role)) + " " + in_quotes(element->name);
}

}  // namespace

Fingerprint fingerprint(const Action& action, const Observation& observation) {
  Fingerprint print;
  const bool keyboard = uses_keyboard(action);
  if (const Window* window = observation.window.get()) {
    print.window = window->id;
    print.process = window->pid;
    // Keys reach a window wherever it is, and typing itself changes the title ("*Untitled").
    print.window_rect = keyboard ? Known<Rect>(none) : Known<Rect>(window->rect);
    print.window_title_and_app = window->app + separator + window->wm_class;
    if (!keyboard) print.window_title_and_app += separator + window->title;
  } else {
    print.window =
        observation.window.is_none() ? Known<std::uint64_t>(none) : Known<std::uint64_t>(observation.window.why());
    print.process = none;
    print.window_rect = none;
  }
  const Known<Element>& target = target_of(action, observation);
  if (target) {
    print.element = element_text(*target, keyboard);
  } else {
    print.element = target.is_none() ? Known<std::string>(none) : Known<std::string>(target.why());
  }
  const ReadLabel* read = observation.read.get();
  if (!keyboard && target.is_unknown() && read != nullptr && read->confidence >= ReadLabel::sure) {
    print.read = read->text;
  }
  const auto add = [&](const std::string& text) {
    if (!print.element) print.element = std::string();
    *print.element.get() += separator + text;
  };
  // The target at the end of a drag was approved as well, and so was the control that a key is bound to.
  if (const Element* drop = observation.drop.get(); drop != nullptr && print.element)
    add(element_text(*drop, keyboard));
  if (const Window* onto = observation.drop_window.get(); onto != nullptr && print.element) {
    add(std::to_string(onto->id));
  }
  if (const auto* bound = observation.bound.get()) {
    for (const Element& control : *bound) add(element_text(control, keyboard));
  }
  if (const Document* document = observation.document.get()) print.document = document->url;
  print.pasted = observation.clipboard;
  print.files = files_text(observation);
  return print;
}

bool came_to_light(const Fingerprint& approved, const Fingerprint& now) {
  Fingerprint same = approved;
  const bool now_known = !now.element.is_unknown() || (approved.read.empty() && !now.read.empty());
  if (!approved.element.is_unknown() || !now_known) return false;
  same.element = now.element;
  same.read = now.read;
  if (approved.document.empty()) same.document = now.document;
  if (approved.files.is_unknown()) same.files = now.files;
  return same == now;
}

std::string difference(const Fingerprint& approved, const Observation& then, const Fingerprint& now,
                       const Observation& present) {
  if (approved == now) return {};
  if (approved.window != now.window || approved.window_title_and_app != now.window_title_and_app) {
    return "the window was " + window_text(then) + ", now it is " + window_text(present);
  }
  if (approved.process != now.process) return "the window " + window_text(present) + " is another process's now";
  if (approved.window_rect != now.window_rect) return "the window " + window_text(present) + " was moved or resized";
  if (approved.document != now.document) {
    return "the page was " + in_quotes(approved.document) + ", now it is " + in_quotes(now.document);
  }
  if (approved.pasted != now.pasted) return "what would be pasted is another text now";
  if (approved.read != now.read) {
    return "what is written there was " + in_quotes(approved.read) + ", now it is " + in_quotes(now.read);
  }
  if (approved.files != now.files) return "other files are selected or named in the window now";
  // A fingerprint does not record whether it describes the element at the point or the focus: use the one that changed.
  const bool pointer = then.element != present.element;
  const std::string before = element_name(pointer ? then.element : then.focus);
  const std::string after = element_name(pointer ? present.element : present.focus);
  if (before == after && then.bound != present.bound) return "the keys would set off something else now";
  if (before == after) return before + " moved, or the text around it changed";
  return "the target was " + before + ", now it is " + after;
}

}  // namespace interlock::gate
