/// Name, description and parent of many objects, in as few requests as their toolkit allows.
#pragma once

#include <string>
#include <vector>

#include "a11y/look.h"
#include "a11y/toolkit.h"

namespace interlock::a11y {

struct RoleAndFacts {
  Seen<Role> role = tl::unexpected(Unknown::malformed);
  Facts facts;
};

/// In one batch, in order. Without the description if the toolkit must be asked for each property.
Awaitable<std::vector<RoleAndFacts>> read_facts(Look look, Toolkit toolkit, std::vector<Ref> refs);
/// The name that an object was given, of the one that it reports; empty if its toolkit made that up.
std::string given_name(Toolkit toolkit, std::string reported);
/// The facts, and the name, with the name that the object was given.
Seen<Facts> facts_from(Toolkit toolkit, const dbus::Reply& reply);
Seen<std::string> name_from(Toolkit toolkit, const dbus::Reply& reply);
/// The description; taken from the notes if the facts were read before.
Request description_request(Toolkit toolkit, const Ref& ref);
Seen<std::string> description_from(Toolkit toolkit, const dbus::Reply& reply);

}  // namespace interlock::a11y
