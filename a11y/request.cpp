#include <algorithm>
#include <cstring>
#include <iterator>

#include "a11y/atspi.h"

namespace interlock::a11y {
namespace {

struct Append {
  sd_bus_message* message;
  const char* member;

  int operator()(std::monostate) const { return 0; }
  int operator()(const Request::Property& p) const { return sd_bus_message_append(message, "ss", p.interface, p.name); }
  int operator()(Coordinates c) const { return sd_bus_message_append(message, "u", static_cast<std::uint32_t>(c)); }
  int operator()(Scroll s) const { return sd_bus_message_append(message, "u", static_cast<std::uint32_t>(s)); }
  int operator()(const Request::Place& p) const {
    return sd_bus_message_append(message, "iiu", p.at.x, p.at.y, static_cast<std::uint32_t>(p.coordinates));
  }
  int operator()(const Request::Range& r) const { return sd_bus_message_append(message, "ii", r.from, r.to); }
  int operator()(const Request::Cell& cell) const {
    return sd_bus_message_append(message, "ii", cell.row, cell.column);
  }
  int operator()(const Request::Index& index) const { return sd_bus_message_append(message, "i", index.number); }
  int operator()(const Request::Match& match) const {
    // AtspiCollectionMatchType: 1 = all, 2 = any; roles are a set of bits in four words; sorted as in the tree (1); the
    // last argument: all descendants, not only children.
    const auto low = static_cast<std::int32_t>(match.states.bits() & 0xffffffff);
    const auto high = static_cast<std::int32_t>(match.states.bits() >> 32);
    const bool any_role = match.roles.empty();
    std::uint32_t bits[4] = {};
    for (const Role role : match.roles) {
      const auto number = static_cast<std::uint32_t>(role);
      bits[number / 32 % 4] |= 1u << (number % 32);
    }
    std::int32_t roles[4];
    std::copy(std::begin(bits), std::end(bits), std::begin(roles));
    return sd_bus_message_append(message, "(aiia{ss}iaiiasib)uib", 2, low, high, 1, 0, 1, 4, roles[0], roles[1],
                                 roles[2], roles[3], any_role ? 1 : 2, 0, 1, 0, 1u, match.count, 1);
  }
  int operator()(const std::string& text) const {
    if (std::strcmp(member, "RegisterEvent") == 0) return sd_bus_message_append(message, "sass", text.c_str(), 0, "");
    return sd_bus_message_append(message, "s", text.c_str());
  }
};

bool same(const char* a, const char* b) {
  return a == b || (a && b && std::strcmp(a, b) == 0);
}

}  // namespace

bool Request::Property::operator==(const Property& other) const {
  return same(name, other.name) && same(interface, other.interface);
}

bool Request::operator==(const Request& other) const {
  return same(member, other.member) && ref == other.ref && same(interface, other.interface) &&
         argument == other.argument;
}

dbus::Message Request::message(const dbus::Connection& bus) const {
  auto message = bus.method_call(ref.bus, ref.path, interface, member);
  if (message && std::visit(Append{message.get(), member}, argument) < 0) return {};
  return message;
}

}  // namespace interlock::a11y
