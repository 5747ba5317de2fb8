/// The words of AT-SPI2 on D-Bus: references, questions as messages, and answers decoded strictly. Pure functions.
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

/// What was seen, or why it was not.
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
  /// AT-SPI says "no object" by this path.
  bool is_null() const { return path.empty() || path == "/org/a11y/atspi/null"; }
};

inline constexpr const char* root_path = "/org/a11y/atspi/accessible/root";

/// Where an element is scrolled to: AtspiScrollType, the one we use.
enum class Scroll : std::uint32_t { anywhere = 6 };

/// AtspiRelationType, those that we read.
inline constexpr std::uint32_t relation_label_for = 1;
inline constexpr std::uint32_t relation_labelled_by = 2;

/// What an object says of itself, in one answer; a fact that the answer did not have is malformed.
struct Facts {
  Seen<std::string> name = tl::unexpected(Unknown::malformed);
  Seen<std::string> description = tl::unexpected(Unknown::malformed);
  Seen<Ref> parent = tl::unexpected(Unknown::malformed);
  std::int32_t children = -1;  ///< how many it says it has; -1: not told, or it cannot count them
};

/// A method call as a value: it can be compared, remembered, and asked again.
struct Question {
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
  struct Range {
    std::int32_t from = 0;
    std::int32_t to = 0;
    bool operator==(const Range&) const = default;
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
  using Argument = std::variant<std::monostate, Property, Coordinates, Scroll, Place, Range, Index, Match, std::string>;

  Question(Ref ref_, const char* interface_, const char* member_, Argument argument_ = {})
      : ref(std::move(ref_)), interface(interface_), member(member_), argument(std::move(argument_)) {}

  Ref ref;
  const char* interface;  ///< static
  const char* member;     ///< static
  Argument argument;

  bool operator==(const Question& other) const;
  /// Null where a name is malformed.
  dbus::Message message(const dbus::Connection& bus) const;
};

namespace ask {
Question role(const Ref&);
Question name(const Ref&);
Question description(const Ref&);
Question parent(const Ref&);
/// All properties of the interface Accessible: name, description, parent, number of children.
Question facts(const Ref&);
Question children(const Ref&);
Question child_count(const Ref&);
Question states(const Ref&);
Question attributes(const Ref&);
Question relations(const Ref&);
Question extents(const Ref&, Coordinates);
Question at_point(const Ref&, Point, Coordinates);
/// Scrolls until it is seen, wherever that is the least way.
Question scroll_to(const Ref&);
Question document_attributes(const Ref&);
Question character_count(const Ref&);
/// The first `characters`, which must not be more than there are: Firefox then answers with nothing.
Question text(const Ref&, std::int32_t characters);
/// All of it, as Chromium and Firefox answer it; for texts that are not long.
Question whole_text(const Ref&);
Question current_value(const Ref&);
Question toolkit_name(const std::string& bus);
Question toolkit_version(const std::string& bus);
/// Descendants with all of `states` and, where given, `role`; at most `count`.
Question matches(const Ref&, States states, Role role, std::int32_t count);
/// ... with one of `roles`.
Question matches(const Ref&, States states, std::vector<Role> roles, std::int32_t count);
/// What its first action is called: "press", "click".
Question action_name(const Ref&);
/// The keys of its first action: "<Alt>d", "Alt+D".
Question key_binding(const Ref&);
Question process_id(const std::string& bus);
/// The address of the application's own socket, where it has one.
Question private_address(const std::string& bus);
Question register_event(const char* event);
}  // namespace ask

namespace answer {
/// Why a call without an answer means that nothing was seen.
Unknown why(const dbus::CallError& error);

Seen<Role> role(const dbus::Reply&);
Seen<std::string> string_property(const dbus::Reply&);
Seen<Facts> facts(const dbus::Reply&);
Seen<Ref> ref_property(const dbus::Reply&);
Seen<double> number_property(const dbus::Reply&);
Seen<std::int32_t> count_property(const dbus::Reply&);
Seen<Ref> ref(const dbus::Reply&);
Seen<std::vector<Ref>> refs(const dbus::Reply&);
Seen<States> states(const dbus::Reply&);
Seen<Attributes> attributes(const dbus::Reply&);
Seen<Rect> rect(const dbus::Reply&);
Seen<std::string> string(const dbus::Reply&);
Seen<std::uint32_t> number(const dbus::Reply&);
Seen<bool> truth(const dbus::Reply&);
/// The targets of the relation `type`; empty when it has none.
Seen<std::vector<Ref>> relation(const dbus::Reply&, std::uint32_t type);
}  // namespace answer

/// Nothing more will come from this application by the deadline.
inline bool is_fatal(Unknown why) {
  return why == Unknown::deadline || why == Unknown::disconnected;
}

}  // namespace interlock::a11y
