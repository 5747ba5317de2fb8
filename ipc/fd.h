/// A file descriptor that closes itself.
#pragma once

#include <utility>

#include <unistd.h>

namespace interlock::ipc {

class Fd {
 public:
  /// -1: none.
  explicit Fd(int fd = -1) : fd_(fd) {}
  ~Fd() {
    if (fd_ >= 0) ::close(fd_);
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;

  int get() const { return fd_; }
  /// From here on the caller closes it.
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

}  // namespace interlock::ipc
