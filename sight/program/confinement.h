/// Takes from this process everything that reading pixels does not need: it parses what any program drew.
#pragma once

#include <cstddef>
#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::sight {

/// The threads of this process: `confine` restricts the calling one only. 0 if they cannot be counted.
std::size_t thread_count();

/// From now on the process can read and write what it has open, and use memory up to 1 GiB. Any other request to the
/// kernel ends it: no file, no socket, no program, no thread (seccomp). Landlock denies files, TCP, abstract sockets
/// and signals a second time, as far as the kernel knows these. The error says what could not be set; the caller ends
/// then.
tl::expected<void, Error> confine();

}  // namespace interlock::sight
