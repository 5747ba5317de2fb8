#include "a11y/decode.h"

#include <cmath>
#include <string_view>

namespace interlock::a11y::decode {
namespace {

std::string bounded(const char* text) {
  std::string value(text);
  if (value.size() <= max_string) return value;
  std::size_t end = max_string;
  while (end > 0 && (static_cast<unsigned char>(value[end]) & 0xc0) == 0x80) --end;
  value.resize(end);
  return value;
}

/// Reads every element of an array with `read`, which returns a negative number for a malformed one and 0 at the end.
template <class Read>
bool each(sd_bus_message* m, const char* contents, std::size_t limit, Read read) {
  if (sd_bus_message_enter_container(m, 'a', contents) <= 0) return false;
  for (std::size_t i = 0;; ++i) {
    const int r = read();
    if (r < 0) return false;
    if (r == 0) return sd_bus_message_exit_container(m) >= 0;
    if (i >= limit) return false;
  }
}

std::optional<std::vector<Ref>> read_refs(sd_bus_message* m) {
  std::vector<Ref> refs;
  const bool whole = each(m, "(so)", max_refs, [&] {
    const char* bus = nullptr;
    const char* path = nullptr;
    const int r = sd_bus_message_read(m, "(so)", &bus, &path);
    if (r > 0) refs.emplace_back(bus, path);
    return r;
  });
  if (!whole) return std::nullopt;
  return refs;
}

}  // namespace

std::optional<Role> role(sd_bus_message* m) {
  const auto value = number(m);
  if (!value) return std::nullopt;
  return *value < role_count ? static_cast<Role>(*value) : Role::unknown;
}

std::optional<std::string> string(sd_bus_message* m) {
  const char* text = nullptr;
  if (sd_bus_message_read(m, "s", &text) <= 0) return std::nullopt;
  return bounded(text);
}

std::optional<std::string> string_variant(sd_bus_message* m) {
  const char* text = nullptr;
  if (sd_bus_message_read(m, "v", "s", &text) <= 0) return std::nullopt;
  return bounded(text);
}

std::optional<double> number_variant(sd_bus_message* m) {
  double value = 0;
  if (sd_bus_message_read(m, "v", "d", &value) <= 0 || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int32_t> count_variant(sd_bus_message* m) {
  std::int32_t value = 0;
  if (sd_bus_message_read(m, "v", "i", &value) <= 0 || value < 0) return std::nullopt;
  return value;
}

std::optional<std::int32_t> count(sd_bus_message* m) {
  std::int32_t value = -1;
  if (sd_bus_message_read(m, "i", &value) <= 0 || value < 0) return std::nullopt;
  return value;
}

std::optional<std::uint32_t> number(sd_bus_message* m) {
  std::uint32_t value = 0;
  if (sd_bus_message_read(m, "u", &value) <= 0) return std::nullopt;
  return value;
}

std::optional<bool> truth(sd_bus_message* m) {
  int value = 0;
  if (sd_bus_message_read(m, "b", &value) <= 0) return std::nullopt;
  return value != 0;
}

std::optional<Ref> ref(sd_bus_message* m) {
  const char* bus = nullptr;
  const char* path = nullptr;
  if (sd_bus_message_read(m, "(so)", &bus, &path) <= 0) return std::nullopt;
  return Ref{bus, path};
}

std::optional<Ref> ref_variant(sd_bus_message* m) {
  if (sd_bus_message_enter_container(m, 'v', "(so)") <= 0) return std::nullopt;
  auto value = ref(m);
  if (sd_bus_message_exit_container(m) < 0) return std::nullopt;
  return value;
}

std::optional<Facts> facts(sd_bus_message* m) {
  Facts facts;
  const auto keep = [](auto& fact, auto value) {
    if (!value) return false;
    fact = std::move(*value);
    return true;
  };
  const bool whole = each(m, "{sv}", max_properties, [&]() -> int {
    const int r = sd_bus_message_enter_container(m, 'e', "sv");
    if (r <= 0) return r;
    const char* key = nullptr;
    if (sd_bus_message_read(m, "s", &key) <= 0) return -1;
    const std::string_view property(key);
    bool read = true;
    if (property == "Name") {
      read = keep(facts.name, string_variant(m));
    } else if (property == "Description") {
      read = keep(facts.description, string_variant(m));
    } else if (property == "Parent") {
      read = keep(facts.parent, ref_variant(m));
    } else if (property == "ChildCount") {
      read = sd_bus_message_read(m, "v", "i", &facts.children) > 0;
    } else {
      read = sd_bus_message_skip(m, "v") >= 0;
    }
    return read && sd_bus_message_exit_container(m) >= 0 ? 1 : -1;
  });
  if (!whole) return std::nullopt;
  return facts;
}

std::optional<std::vector<Ref>> refs(sd_bus_message* m) {
  return read_refs(m);
}

std::optional<States> states(sd_bus_message* m) {
  std::uint64_t bits = 0;
  unsigned shift = 0;
  const bool whole = each(m, "u", 2, [&] {
    std::uint32_t word = 0;
    const int r = sd_bus_message_read(m, "u", &word);
    if (r > 0 && shift < 64) bits |= std::uint64_t{word} << shift;
    shift += 32;
    return r;
  });
  if (!whole) return std::nullopt;
  return States(bits);
}

std::optional<Attributes> attributes(sd_bus_message* m) {
  Attributes attributes;
  const bool whole = each(m, "{ss}", max_attributes, [&] {
    const char* key = nullptr;
    const char* value = nullptr;
    const int r = sd_bus_message_read(m, "{ss}", &key, &value);
    if (r > 0) attributes.emplace_back(bounded(key), bounded(value));
    return r;
  });
  if (!whole) return std::nullopt;
  return attributes;
}

std::optional<Rect> rect(sd_bus_message* m) {
  Rect rect;
  if (sd_bus_message_read(m, "(iiii)", &rect.x, &rect.y, &rect.width, &rect.height) <= 0) return std::nullopt;
  // Toolkits answer with the smallest possible number for objects without a place.
  const auto placed = [](std::int32_t v) { return v >= -max_coordinate && v <= max_coordinate; };
  if (!placed(rect.x) || !placed(rect.y) || !placed(rect.width) || !placed(rect.height)) return Rect{};
  return rect;
}

std::optional<std::vector<Ref>> relation(sd_bus_message* m, std::uint32_t type) {
  std::vector<Ref> targets;
  const bool whole = each(m, "(ua(so))", 64, [&]() -> int {
    const int r = sd_bus_message_enter_container(m, 'r', "ua(so)");
    if (r <= 0) return r;
    std::uint32_t found = 0;
    if (sd_bus_message_read(m, "u", &found) <= 0) return -1;
    auto refs = read_refs(m);
    if (!refs || sd_bus_message_exit_container(m) < 0) return -1;
    if (found == type) targets = std::move(*refs);
    return 1;
  });
  if (!whole) return std::nullopt;
  return targets;
}

}  // namespace interlock::a11y::decode
