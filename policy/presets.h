/// The files of policy/presets, compiled into the program: a preset cannot be missing or changed at run time.
#pragma once

#include <span>
#include <string_view>

namespace interlock::policy {

struct Preset {
  std::string_view name;
  std::string_view text;
};

std::span<const Preset> presets();

}  // namespace interlock::policy
