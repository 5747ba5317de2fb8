/// Observes the target of an action, resolves the names and paths that it would use, and has the gate assess it.
#pragma once

#include <boost/asio/awaitable.hpp>

#include "a11y/tree_reader.h"
#include "daemon/desk/observer.h"
#include "daemon/path/shared.h"
#include "daemon/records/record.h"
#include "daemon/sessions/agents.h"

namespace interlock::daemon {

/// Keys are observed together with held modifiers: with Alt down, a letter is a mnemonic. Resolved names and paths are
/// taken from the step: they were shown to a person, and are resolved only once. The elements of a window that has just
/// opened are waited for (Openings).
boost::asio::awaitable<Observed> observe_target(Shared& shared, const Session& session, const Step& step,
                                                a11y::Certainty certainty = a11y::Certainty::settled);

/// The gate's assessment of the step for the observation `seen`; the target must be the element of its ref.
Assessment assess(const Session& session, const Step& step, const Observed& seen);

/// The first observation of a step and its assessment. If the pointer must be moved first, the observation after the
/// approach decides (daemon/path/approach.h), and a provisional one suffices before; but a person, a refused agent and
/// a validator always get a settled observation.
boost::asio::awaitable<void> observe_and_judge(Shared& shared, const Session& session, Step& step);

}  // namespace interlock::daemon
