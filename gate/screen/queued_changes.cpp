#include "gate/screen/queued_changes.h"

#include <algorithm>
#include <array>
#include <string>

#include "values/ascii.h"

namespace interlock::gate {
namespace {

struct QueueProgram {
  std::string_view name;
  Category does;
};

// Chosen by hand from Debian's packages.
constexpr auto queue_programs = std::to_array<QueueProgram>({
    {"gparted", Category::wipe},
    {"gpartedbin", Category::wipe},
    {"partitionmanager", Category::wipe},
    {"org.kde.partitionmanager", Category::wipe},
    {"blivet-gui", Category::wipe},
    {"synaptic", Category::install},
    {"muon", Category::install},
    {"pamac-manager", Category::install},
    {"octopi", Category::install},
    {"gnome-packagekit", Category::install},
    {"gpk-application", Category::install},
    {"yumex", Category::install},
});

const QueueProgram* queue_program(std::string_view name) {
  const std::string low = lower(name);
  const auto* const found = std::find_if(queue_programs.begin(), queue_programs.end(),
                                         [&](const QueueProgram& each) { return each.name == low; });
  return found == queue_programs.end() ? nullptr : found;
}

}  // namespace

std::optional<Category> queued_changes(const Window& window) {
  const QueueProgram* program = queue_program(window.wm_class);
  if (program == nullptr) program = queue_program(window.app);
  return program == nullptr ? std::nullopt : std::optional(program->does);
}

bool says_apply(std::string_view label) {
  constexpr auto words = std::to_array<std::string_view>(
      {"apply",  "anwenden",  "appliquer",   "aplicar", "applica", "toepassen", "zastosuj", "verkställ",
       "använd", "anvend",    "bruk",        "käytä",   "použít",  "použiť",    "alkalmaz", "aplică",
       "uygula", "применить", "застосувати", "適用",    "应用",    "套用",      "적용"});
  const std::string_view first = label.substr(0, label.find(' '));
  return std::find(words.begin(), words.end(), first) != words.end() ||
         std::any_of(words.begin(), words.end(), [&](auto word) {
           return label.size() > word.size() && label.ends_with(word) && label[label.size() - word.size() - 1] == ' ';
         });
}

}  // namespace interlock::gate
