/// Locks that others hold only for moments.
#pragma once

namespace interlock::ipc {

/// Takes an exclusive lock (flock) of an open file. If another process has it, tries again for one second. False: it is
/// still held, or there is an error; errno says which. Blocks its thread.
bool lock_soon(int fd);

}  // namespace interlock::ipc
