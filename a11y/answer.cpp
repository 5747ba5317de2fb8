#include "a11y/atspi.h"
#include "a11y/decode.h"

namespace interlock::a11y::answer {
namespace {

/// Decodes an answer's body with `decode`; a body that cannot be decoded is malformed.
template <class Decode>
auto body(const dbus::Reply& reply, Decode decode) -> Seen<typename decltype(decode(nullptr))::value_type> {
  if (!reply) return tl::unexpected(why(reply.error()));
  sd_bus_message_rewind(reply->get(), 1);
  auto value = decode(reply->get());
  if (!value) return tl::unexpected(Unknown::malformed);
  return std::move(*value);
}

}  // namespace

Unknown why(const dbus::CallError& error) {
  using Kind = dbus::CallError::Kind;
  if (error.kind == Kind::deadline) return Unknown::deadline;
  if (error.kind == Kind::disconnected) return Unknown::disconnected;
  for (const char* gone : {"org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.ServiceUnknown",
                           "org.freedesktop.DBus.Error.NameHasNoOwner", "org.freedesktop.DBus.Error.Disconnected"}) {
    if (error.name == gone) return Unknown::disconnected;
  }
  // The object vanished between two answers; toolkits report this in different ways.
  for (const char* vanished : {"org.freedesktop.DBus.Error.UnknownObject", "org.freedesktop.DBus.Error.UnknownMethod",
                               "org.freedesktop.DBus.Error.UnknownInterface", "org.freedesktop.DBus.Error.Failed",
                               "org.freedesktop.DBus.Error.InvalidArgs"}) {
    if (error.name == vanished) return Unknown::unstable;
  }
  return Unknown::malformed;
}

Seen<Role> role(const dbus::Reply& reply) {
  return body(reply, decode::role);
}
Seen<std::string> string_property(const dbus::Reply& reply) {
  return body(reply, decode::string_variant);
}
Seen<Facts> facts(const dbus::Reply& reply) {
  return body(reply, decode::facts);
}
Seen<Ref> ref_property(const dbus::Reply& reply) {
  return body(reply, decode::ref_variant);
}
Seen<double> number_property(const dbus::Reply& reply) {
  return body(reply, decode::number_variant);
}
Seen<std::int32_t> count_property(const dbus::Reply& reply) {
  return body(reply, decode::count_variant);
}
Seen<std::int32_t> count(const dbus::Reply& reply) {
  return body(reply, decode::count);
}
Seen<Ref> ref(const dbus::Reply& reply) {
  return body(reply, decode::ref);
}
Seen<std::vector<Ref>> refs(const dbus::Reply& reply) {
  return body(reply, decode::refs);
}
Seen<States> states(const dbus::Reply& reply) {
  return body(reply, decode::states);
}
Seen<Attributes> attributes(const dbus::Reply& reply) {
  return body(reply, decode::attributes);
}
Seen<Rect> rect(const dbus::Reply& reply) {
  return body(reply, decode::rect);
}
Seen<std::string> string(const dbus::Reply& reply) {
  return body(reply, decode::string);
}
Seen<std::uint32_t> number(const dbus::Reply& reply) {
  return body(reply, decode::number);
}
Seen<bool> truth(const dbus::Reply& reply) {
  return body(reply, decode::truth);
}
Seen<std::vector<Ref>> relation(const dbus::Reply& reply, std::uint32_t type) {
  return body(reply, [type](sd_bus_message* message) { return decode::relation(message, type); });
}

}  // namespace interlock::a11y::answer
