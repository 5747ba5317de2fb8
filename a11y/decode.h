/// Decoders of AT-SPI2 message bodies. Total: they return nothing for a body that violates the protocol. Data from an
/// application is untrusted; every list has a limit.
#pragma once

#include <optional>

#include "a11y/atspi.h"

namespace interlock::a11y::decode {

inline constexpr std::size_t max_refs = 4096;       ///< children, matches, relation targets
inline constexpr std::size_t max_attributes = 256;  ///< attributes of one element
inline constexpr std::size_t max_properties = 64;   ///< properties of one interface
inline constexpr std::int32_t max_coordinate =
    1 << 24;                                          ///< pixels in both directions; anything beyond counts as no place
inline constexpr std::size_t max_string = 16 * 1024;  ///< bytes; longer strings are cut at a character's edge

std::optional<Role> role(sd_bus_message*);                   ///< u; unknown numbers become Role::unknown
std::optional<std::string> string(sd_bus_message*);          ///< s
std::optional<std::string> string_variant(sd_bus_message*);  ///< v of s
std::optional<double> number_variant(sd_bus_message*);       ///< v of d; finite
std::optional<std::int32_t> count_variant(sd_bus_message*);  ///< v of i; not negative
std::optional<std::uint32_t> number(sd_bus_message*);        ///< u
std::optional<std::int32_t> count(sd_bus_message*);          ///< i; nothing if it is negative
std::optional<bool> truth(sd_bus_message*);                  ///< b
std::optional<Ref> ref(sd_bus_message*);                     ///< (so)
std::optional<Ref> ref_variant(sd_bus_message*);             ///< v of (so)
std::optional<Facts> facts(sd_bus_message*);                 ///< a{sv}; malformed if a type is wrong
std::optional<std::vector<Ref>> refs(sd_bus_message*);       ///< a(so)
std::optional<States> states(sd_bus_message*);               ///< au, one or two words
std::optional<Attributes> attributes(sd_bus_message*);       ///< a{ss}
std::optional<Rect> rect(sd_bus_message*);                   ///< (iiii); empty for no place
std::optional<std::vector<Ref>> relation(sd_bus_message*, std::uint32_t type);  ///< a(ua(so)), the targets of one type

}  // namespace interlock::a11y::decode
