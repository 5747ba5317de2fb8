/// A pattern and its effect, as rows of a table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::gate {

struct Effect {
  std::string_view pattern;  ///< RE2, matched on normalised text
  std::string_view what;     ///< its effect, for a sentence: "deletes something"
};

inline std::vector<std::string> effect_patterns(std::span<const Effect> effects) {
  std::vector<std::string> patterns;
  patterns.reserve(effects.size());
  for (const Effect& effect : effects) patterns.emplace_back(effect.pattern);
  return patterns;
}

}  // namespace interlock::gate
