/// What a signature that pauses a desktop is for. No other question has these rows, so whoever signs a pause compares
/// them, and nobody can have another question signed in its place.
#pragma once

#include "approval/statement.h"

namespace interlock::approval {

/// The whole of `done` of such a question. The page has the same (clients/console/web/statement.js).
inline Rows pause_done() {
  return {{"pause", "all agents"}};
}

}  // namespace interlock::approval
