/// What is there for an action, where the names and paths lead that it would go to, and what the gate says of it.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "a11y/tree_reader.h"
#include "daemon/desk/observer.h"
#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// Keys are looked at as they are meant while modifiers are held: with Alt down, a letter is a mnemonic. What names and
/// paths stand for is taken from the step: a person was told that, and it is asked once.
boost::asio::awaitable<Observed> look(Shared& shared, const Session& session, const Step& step,
                                      a11y::Certainty certainty = a11y::Certainty::settled);

/// What the gate says of the step where `seen` is there; what its ref names must be what is met.
Assessment assess(const Session& session, const Step& step, const Observed& seen);

/// The first look of a step, and what the gate says of it. Where the pointer will be brought there first, the look that
/// counts is the one after that (daemon/path/approach.h), and a provisional one will do until then; but a person is
/// asked, an agent refused and a validator heard about what is certain.
boost::asio::awaitable<void> look_and_judge(Shared& shared, const Session& session, Step& step);

}  // namespace interlock::daemon
