#include "values/lifespan.h"

#include <charconv>

namespace interlock {

namespace {

using namespace std::chrono_literals;

std::string counted(std::int64_t count, std::string_view unit) {
  return "for " + std::to_string(count) + " " + std::string(unit) + (count == 1 ? "" : "s");
}

}  // namespace

std::optional<Lifespan> lifespan_from_text(std::string_view text) {
  if (text == "once") return Lifespan{};
  if (text == "session") return Lifespan{Lifespan::Kind::session, {}};
  if (text.empty()) return std::nullopt;
  std::chrono::seconds unit{};
  if (text.back() == 's') unit = 1s;
  if (text.back() == 'm') unit = 1min;
  if (text.back() == 'h') unit = 1h;
  text.remove_suffix(1);
  std::uint32_t count = 0;
  const auto* end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, count);
  if (unit == 0s || error != std::errc() || read != end || count == 0) return std::nullopt;
  const auto span = unit * static_cast<std::int64_t>(count);
  if (span > Lifespan::longest) return std::nullopt;
  return Lifespan{Lifespan::Kind::span, span};
}

std::string lifespan_word(const Lifespan& lifespan) {
  if (lifespan.kind == Lifespan::Kind::once) return "once";
  if (lifespan.kind == Lifespan::Kind::session) return "session";
  const auto seconds = lifespan.span.count();
  if (seconds % 3600 == 0) return std::to_string(seconds / 3600) + "h";
  if (seconds % 60 == 0) return std::to_string(seconds / 60) + "m";
  return std::to_string(seconds) + "s";
}

std::string lifespan_text(const Lifespan& lifespan) {
  if (lifespan.kind == Lifespan::Kind::once) return "once";
  if (lifespan.kind == Lifespan::Kind::session) return "for this session";
  const auto seconds = lifespan.span.count();
  if (seconds % 3600 == 0) return counted(seconds / 3600, "hour");
  if (seconds % 60 == 0) return counted(seconds / 60, "minute");
  return counted(seconds, "second");
}

}  // namespace interlock
