/// The error for a request about something that could not be observed.
#pragma once

#include <string>

#include "ipc/server.h"
#include "values/unknown.h"

namespace interlock::daemon {

inline ipc::RpcError unseen(Unknown why) {
  const auto& row = describe(why);
  return {ipc::error_code::not_available, std::string(row.meaning) + "; " + std::string(row.advice)};
}

}  // namespace interlock::daemon
