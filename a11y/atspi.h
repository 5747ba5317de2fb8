/// The protocol of AT-SPI2 on D-Bus: references, requests as messages, and strictly decoded answers. Pure functions.
/// Interfaces and signatures: at-spi2-core, xml/*.xml.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <tl/expected.hpp>

#include "a11y/space.h"
#include "platform/dbus/connection.h"
#include "values/geometry.h"
#include "values/observation.h"

namespace interlock::a11y {

namespace dbus = platform::dbus;

/// The value that was read, or the reason why it could not be.
template <class T>
using Seen = tl::expected<T, Unknown>;

/// An accessible object: its application's unique bus name, and its path there.
struct Ref {
  Ref() = default;
  Ref(std::string bus_, std::string path_) : bus(std::move(bus_)), path(std::move(path_)) {}
  std::string bus;
  std::string path;
  bool operator==(const Ref&) const = default;
  auto operator<=>(const Ref&) const = default;
  /// The path by which AT-SPI says "no object".
  bool is_null() const { return path.empty() || path == "/org/a11y/atspi/null"; }
};

inline constexpr const char* root_path = "/org/a11y/atspi/accessible/root";

/// Where an element is scrolled to: the value of AtspiScrollType that is used here.
enum class Scroll : std::uint32_t { anywhere = 6 };

/// The values of AtspiRelationType that are used here.
inline constexpr std::uint32_t relation_label_for = 1;
inline constexpr std::uint32_t relation_labelled_by = 2;

/// The properties of an object, in one answer; an answer that lacks one is malformed.
struct Facts {
  Seen<std::string> name = tl::unexpected(Unknown::malformed);
  Seen<std::string> description = tl::unexpected(Unknown::malformed);
  Seen<Ref> parent = tl::unexpected(Unknown::malformed);
  std::int32_t children = -1;  ///< as the object reports it; -1: not reported, or the object cannot count them
};

/// A method call as a value: it can be compared, stored and sent again.
struct Request {
  struct Property {
    const char* interface = nullptr;
    const char* name = nullptr;
    bool operator==(const Property& other) const;
  };
  struct Place {
    Point at;
    Coordinates coordinates = Coordinates::screen;
    bool operator==(const Place&) const = default;
  };
  /// Of characters.
  struct Range {
    std::int32_t from = 0;
    std::int32_t to = 0;
    bool operator==(const Range&) const = default;
  };
  struct Cell {
    std::int32_t row = 0;
    std::int32_t column = 0;
    bool operator==(const Cell&) const = default;
  };
  /// Index of an action.
  struct Index {
    std::int32_t number = 0;
    bool operator==(const Index&) const = default;
  };
  struct Match {
    States states;
    std::vector<Role> roles;  ///< none: any
    std::int32_t count = 0;
    bool operator==(const Match&) const = default;
  };
  using Argument =
      std::variant<std::monostate, Property, Coordinates, Scroll, Place, Range, Cell, Index, Match, std::string>;

  Request(Ref ref_, const char* interface_, const char* member_, Argument argument_ = {})
      : ref(std::move(ref_)), interface(interface_), member(member_), argument(std::move(argument_)) {}

  Ref ref;
  const char* interface;  ///< static
  const char* member;     ///< static
  Argument argument;

  bool operator==(const Request& other) const;
  /// Null if a name is malformed.
  dbus::Message message(const dbus::Connection& bus) const;
};

namespace ask {
Request role(const Ref&);
Request name(const Ref&);
Request description(const Ref&);
Request parent(const Ref&);
/// All properties of the interface Accessible: name, description, parent, number of children.
Request facts(const Ref&);
Request children(const Ref&);
Request child_count(const Ref&);
/// The number of the object among its parent's children.
Request index_in_parent(const Ref&);
Request table_columns(const Ref&);
Request table_cell(const Ref&, std::int32_t row, std::int32_t column);
Request states(const Ref&);
Request attributes(const Ref&);
Request relations(const Ref&);
Request extents(const Ref&, Coordinates);
Request at_point(const Ref&, Point, Coordinates);
/// Scrolls as little as needed to make it visible.
Request scroll_to(const Ref&);
Request document_attributes(const Ref&);
Request character_count(const Ref&);
/// The first `characters`; there must be that many, because else Firefox returns nothing.
Request text(const Ref&, std::int32_t characters);
/// All of it, in the form in which Chromium and Firefox answer; for short texts.
Request whole_text(const Ref&);
Request current_value(const Ref&);
Request toolkit_name(const std::string& bus);
Request toolkit_version(const std::string& bus);
/// Descendants with all of `states` and, if given, `role`; at most `count`.
Request matches(const Ref&, States states, Role role, std::int32_t count);
/// The same with one of `roles`.
Request matches(const Ref&, States states, std::vector<Role> roles, std::int32_t count);
/// The name of its first action: "press", "click".
Request action_name(const Ref&);
/// The keys of its first action: "<Alt>d", "Alt+D".
Request key_binding(const Ref&);
Request process_id(const std::string& bus);
/// The address of the application's own socket, if it has one.
Request private_address(const std::string& bus);
Request register_event(const char* event);
}  // namespace ask

namespace answer {
/// Why an unanswered call means that nothing is known.
Unknown why(const dbus::CallError& error);

Seen<Role> role(const dbus::Reply&);
Seen<std::string> string_property(const dbus::Reply&);
Seen<Facts> facts(const dbus::Reply&);
Seen<Ref> ref_property(const dbus::Reply&);
Seen<double> number_property(const dbus::Reply&);
Seen<std::int32_t> count_property(const dbus::Reply&);
/// As of GetIndexInParent; an error for -1.
Seen<std::int32_t> count(const dbus::Reply&);
Seen<Ref> ref(const dbus::Reply&);
Seen<std::vector<Ref>> refs(const dbus::Reply&);
Seen<States> states(const dbus::Reply&);
Seen<Attributes> attributes(const dbus::Reply&);
Seen<Rect> rect(const dbus::Reply&);
Seen<std::string> string(const dbus::Reply&);
Seen<std::uint32_t> number(const dbus::Reply&);
Seen<bool> truth(const dbus::Reply&);
/// The targets of the relation `type`; empty if it has none.
Seen<std::vector<Ref>> relation(const dbus::Reply&, std::uint32_t type);
}  // namespace answer

/// The error means that no more answers will come from this application by the deadline.
inline bool is_fatal(Unknown why) {
  return why == Unknown::deadline || why == Unknown::disconnected;
}

}  // namespace interlock::a11y
