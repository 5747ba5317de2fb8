/// How long a person's approval is valid: for one action, or also when the same action is asked for again.
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

/// Parses "once", "session", or a number with its unit: "90s", "10m", "2h". Returns nothing for any other text.
std::optional<Lifespan> lifespan_from_text(std::string_view text);
/// The shortest text that lifespan_from_text() reads as this one: "once", "session", "10m".
std::string lifespan_word(const Lifespan& lifespan);
/// For sentences: "once", "for this session", "for 10 minutes".
std::string lifespan_text(const Lifespan& lifespan);

}  // namespace interlock
