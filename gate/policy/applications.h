/// What applications are for the rules, by the program's name or the window's class: terminals, prompts that only
/// people may answer, messengers, the policy's tiers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gate/policy/config.h"
#include "values/observation.h"

namespace interlock::gate {

/// The description of a program that only people may use or end, by its name or window class, normalised: "a
/// notification"; empty for others.
std::string_view guarded_kind(std::string_view name);

/// Whether the window is a file manager's, by its program or class: Thunar, Nautilus, the desktop with its icons, ...
bool is_file_manager(const Window& window);

class Applications {
 public:
  struct Facts {
    bool terminal = false;      ///< typed lines are commands (terminal_classes)
    bool run_dialog = false;    ///< a field whose line is run: alt+F2 and similar dialogs
    bool file_manager = false;  ///< shows files, opens and deletes them
    bool messenger = false;     ///< Return sends the text in the message field
    std::string_view guarded;   ///< no agent may use it: its description, for a sentence; empty for others
    std::int16_t tier = -1;     ///< the strictest of the policy's application_tiers; -1: none
  };

  static Applications compile(const Config& config);

  /// By the program's name, the window's class, and each class that it had before an agent renamed it.
  Facts facts_of(const Window& window) const;
  const std::string& tier_name(std::int16_t tier) const { return tiers_[static_cast<std::size_t>(tier)].name; }
  Decision tier_decision(std::int16_t tier) const { return tiers_[static_cast<std::size_t>(tier)].decision; }

 private:
  struct Tier {
    std::string name;
    Decision decision;
  };
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  void add(std::string_view name, Facts& into) const;
  Facts& at(std::string_view name);

  std::unordered_map<std::string, Facts, Hash, std::equal_to<>> known_;
  std::vector<std::pair<std::string_view, std::string_view>>
      families_;  // prefixes of guarded names, and their descriptions
  std::vector<Tier> tiers_;
};

}  // namespace interlock::gate
