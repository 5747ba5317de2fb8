#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "doctor/tries.h"

namespace interlock::doctor {
namespace {

/// Opens the file for writing and writes nothing; in a folder, opens an unnamed file.
Tried open_to_write(const std::string& path, const FileId& real) {
  if (!real) return {Reach::untried, "there is none"};
  struct stat info {};
  if (::stat(path.c_str(), &info) != 0) return {Reach::closed, std::strerror(errno)};
  if (!(file_id(path) == real)) return {Reach::closed, "it is another one here"};
  const int flags = S_ISDIR(info.st_mode) ? O_TMPFILE | O_WRONLY : O_WRONLY | O_APPEND;
  const int fd = ::open(path.c_str(), flags | O_CLOEXEC, 0600);
  if (fd < 0) return {Reach::closed, std::strerror(errno)};
  ::close(fd);
  return {Reach::open, path + " was opened for writing"};
}

}  // namespace

Tried try_policy_write(const Ways& ways) {
  return open_to_write(ways.policy, ways.policy_id);
}

Tried try_audit_write(const Ways& ways) {
  return open_to_write(ways.audit_log, ways.audit_id);
}

Tried try_uinput(const Ways&) {
  const int fd = ::open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0) return {Reach::closed, std::strerror(errno)};
  ::close(fd);
  return {Reach::open, "/dev/uinput was opened"};
}

}  // namespace interlock::doctor
