/// The last step of every answer on a socket.
#pragma once

#include "ipc/server.h"

namespace interlock::daemon {

/// Takes typed secrets out of all texts of an answer or an error.
void take_out_secrets(ipc::Answer& answer);

}  // namespace interlock::daemon
