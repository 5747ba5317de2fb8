/// The content (`done`) of the question whose signature pauses a desktop. No other question has these rows: a client
/// that signs a pause compares them first, so that no other question can be signed in its place.
#pragma once

#include "approval/statement.h"

namespace interlock::approval {

/// The whole of `done` of such a question. The page has the same (clients/console/web/statement.js).
inline Rows pause_done() {
  return {{"pause", "all agents"}};
}

}  // namespace interlock::approval
