/// File operations that never follow a symbolic link. Any thread.
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <sys/stat.h>
#include <tl/expected.hpp>

#include "undo/entry.h"

namespace interlock::undo {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd = -1) : fd_(fd) {}
  ~Descriptor();
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_;
};

/// "No such file or directory", of the present errno.
std::string why();

/// The folder that contains `path`, opened part by part; an error if a part is a symbolic link or missing.
tl::expected<Descriptor, std::string> folder_around(const std::string& path);
std::string name_of(const std::string& path);

/// What is at `path`: nothing, or its facts.
struct Found {
  bool exists = false;
  struct stat facts = {};
};
tl::expected<Found, std::string> look_at(const std::string& path);

/// The names in an open folder, without "." and "..", sorted.
tl::expected<std::vector<std::string>, std::string> names_in(int folder);

/// Copies all bytes, as a reflink where the file system can; `goes_on` is asked between parts. False: see errno; 0 if
/// `goes_on` ended it.
bool copy_content(int from, int to, const std::function<bool()>& goes_on);

/// The facts of a node at `path`, without its content; nothing for sockets, devices and pipes.
bool describe(const std::string& path, const struct stat& facts, Node& node);

/// Deletes what is at `path` and below. An error names what stays.
tl::expected<void, std::string> remove_tree(const std::string& path);

}  // namespace interlock::undo
