/// Makes a listening Unix socket without taking another daemon's socket, and so that nobody can connect too early.
#pragma once

#include <string>

#include <sys/types.h>

#include <tl/expected.hpp>

#include "ipc/server.h"
#include "values/error.h"

namespace interlock::ipc {

struct Listening {
  int fd = -1;       ///< listening, non-blocking, close-on-exec; the caller must close it
  std::string path;  ///< the socket file we made; empty when it was given to us
  dev_t device = 0;
  ino_t inode = 0;
};

tl::expected<Listening, Error> open_listening(const Listen& listen);

/// Removes the socket file, if it is still the one we made.
void remove_socket_file(const Listening& listening);

}  // namespace interlock::ipc
