/// The version of the programs, from the build.
#pragma once

namespace interlock::daemon {

inline constexpr const char* version = INTERLOCK_VERSION;

}  // namespace interlock::daemon
