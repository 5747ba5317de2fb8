/// The five decisions, least to most severe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace interlock {

enum class Decision : std::uint8_t {
  allow,                 ///< done
  warn,                  ///< done, with a hint to the agent
  require_confirmation,  ///< done only after a verified person approved it
  block,                 ///< not done; the agent may try something else
  halt,                  ///< not done; the session ends
};

std::string_view decision_name(Decision decision);
std::optional<Decision> decision_from_name(std::string_view name);

}  // namespace interlock
