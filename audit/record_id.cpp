#include "audit/record_id.h"

#include <cstdio>
#include <ctime>

namespace interlock::audit {
namespace {

constexpr std::string_view alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
constexpr std::size_t id_length = 11;

}  // namespace

std::string record_id(std::uint64_t microseconds) {
  std::string id(id_length, '0');
  for (auto digit = id.rbegin(); digit != id.rend(); ++digit, microseconds >>= 5U)
    *digit = alphabet[microseconds & 31U];
  return id;
}

std::optional<std::uint64_t> record_id_value(std::string_view id) {
  if (id.size() != id_length) return std::nullopt;
  std::uint64_t value = 0;
  for (const char character : id) {
    const auto digit = alphabet.find(character);
    if (digit == std::string_view::npos) return std::nullopt;
    value = (value << 5U) | digit;
  }
  return value;
}

std::string record_time(std::uint64_t microseconds) {
  const auto seconds = static_cast<std::time_t>(microseconds / 1'000'000);
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char text[64];
  const auto length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text + length, sizeof text - length, ".%06uZ", static_cast<unsigned>(microseconds % 1'000'000));
  return text;
}

}  // namespace interlock::audit
