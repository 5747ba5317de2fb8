#include "gate/screen/other_names.h"

#include "values/text.h"

namespace interlock::gate {
namespace {

void call(Window& window, const WindowNames& names) {
  window.wm_class = names.wm_class;
  window.title = names.title;
}

}  // namespace

std::vector<OtherwiseNamed> other_names(const Action& action, const Observation& observation) {
  std::vector<OtherwiseNamed> others;
  const Window* window = observation.window.get();
  if (window != nullptr) {
    for (const WindowNames& names : window->former) {
      others.push_back({observation, "by its former name"});
      call(*others.back().observation.window.get(), names);
    }
    if (const auto* rename = std::get_if<RenameWindow>(&action.body); rename != nullptr) {
      others.push_back({observation, "by its new name"});
      call(*others.back().observation.window.get(),
           {rename->wm_class.value_or(window->wm_class), rename->title.value_or(window->title)});
    }
  }
  if (const Window* onto = observation.drop_window.get()) {
    for (const WindowNames& names : onto->former) {
      others.push_back({observation, "by its former name"});
      call(*others.back().observation.drop_window.get(), names);
    }
  }
  return others;
}

std::string former_names_text(const Window& window) {
  std::string text;
  for (auto names = window.former.rbegin(); names != window.former.rend(); ++names) {
    if (!text.empty()) text += ", ";
    text += in_quotes(names->title);
    if (names->wm_class != window.wm_class) text += " of class " + in_quotes(names->wm_class);
  }
  return text;
}

}  // namespace interlock::gate
