/// How long a person's yes holds: for the one action, or for the same thing again for a while.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace interlock {

struct Lifespan {
  enum class Kind : std::uint8_t { once, session, span };
  static constexpr std::chrono::seconds longest = std::chrono::hours{24};

  Kind kind = Kind::once;
  std::chrono::seconds span{};  ///< of Kind::span: 1 s to `longest`

  bool lasts() const { return kind != Kind::once; }
  bool operator==(const Lifespan&) const = default;
};

/// "once", "session", or a number with its unit: "90s", "10m", "2h". Nothing for anything else.
std::optional<Lifespan> lifespan_from_text(std::string_view text);
/// For sentences: "once", "for this session", "for 10 minutes".
std::string lifespan_text(const Lifespan& lifespan);

}  // namespace interlock
