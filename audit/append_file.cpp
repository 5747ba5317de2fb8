#include "audit/append_file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace interlock::audit {
namespace {

std::string advice_for(int number) {
  switch (number) {
    case ENOSPC:
    case EDQUOT:
      return "free disk space, or set daemon.audit_dir to a folder that has some; nothing is done meanwhile";
    case EFBIG:
      return "the file-size limit (LimitFSIZE, ulimit -f) is reached: raise it or move the log away";
    case EROFS:
    case EACCES:
    case EPERM:
      return "make it writable for this user, or set daemon.audit_dir to a folder that is; nothing is done without a "
             "log";
    case ELOOP:
      return "it is a symbolic link; remove it, and set daemon.audit_dir if the log should be elsewhere";
    case ENOTDIR:
    case EEXIST:
      return "a part of the path is not a folder; move it away or set daemon.audit_dir to another folder";
    default:
      return "set daemon.audit_dir to a folder that this user can write to";
  }
}

Error failure(const std::string& what, const std::string& path, int number) {
  return {what + " (" + std::strerror(number) + ")", path, advice_for(number)};
}

tl::expected<void, Error> make_folders(const std::string& dir) {
  for (std::size_t slash = dir.find('/', 1);; slash = dir.find('/', slash + 1)) {
    const std::string part = dir.substr(0, slash);
    if (mkdir(part.c_str(), 0700) != 0 && errno != EEXIST && (errno != EROFS || access(part.c_str(), F_OK) != 0)) {
      return tl::unexpected(failure("cannot make the audit folder", part, errno));
    }
    if (slash == std::string::npos) return {};
  }
}

tl::expected<void, Error> check_folder(const std::string& dir) {
  struct stat status {};
  if (stat(dir.c_str(), &status) != 0) return tl::unexpected(failure("cannot look at the audit folder", dir, errno));
  if (!S_ISDIR(status.st_mode)) return tl::unexpected(failure("cannot use the audit folder", dir, ENOTDIR));
  if (status.st_uid != geteuid()) {
    return tl::unexpected(Error{"the audit folder belongs to another user", dir, "chown it, or set daemon.audit_dir"});
  }
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    return tl::unexpected(Error{"others may write to the audit folder", dir, "chmod 700 '" + dir + "'"});
  }
  return {};
}

}  // namespace

tl::expected<AppendFile, Error> AppendFile::open(const std::string& dir, std::string_view name) {
  if (dir.empty() || dir.front() != '/') {
    return tl::unexpected(Error{"the audit folder is not an absolute path", "'" + dir + "'", "set daemon.audit_dir"});
  }
  if (auto made = make_folders(dir); !made) return tl::unexpected(made.error());
  if (auto good = check_folder(dir); !good) return tl::unexpected(good.error());

  AppendFile file;
  file.path_ = dir + "/" + std::string(name);
  // O_NONBLOCK: a FIFO in its place must not block us; it is refused below.
  const int flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  file.fd_ = ::open(file.path_.c_str(), flags, 0600);
  if (file.fd_ < 0) return tl::unexpected(failure("cannot open the audit log", file.path_, errno));
  struct stat status {};
  if (fstat(file.fd_, &status) != 0) return tl::unexpected(failure("cannot look at the audit log", file.path_, errno));
  if (!S_ISREG(status.st_mode)) {
    return tl::unexpected(Error{"the audit log is not a regular file", file.path_, "move it away"});
  }
  if (status.st_uid != geteuid()) {
    return tl::unexpected(Error{"the audit log belongs to another user", file.path_, "chown it, or move it away"});
  }
  if ((status.st_mode & 0077) != 0 && fchmod(file.fd_, 0600) != 0) {
    return tl::unexpected(failure("cannot make the audit log private", file.path_, errno));
  }
  if (flock(file.fd_, LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return tl::unexpected(failure("cannot lock the audit log", file.path_, errno));
    return tl::unexpected(Error{"the audit log is in use", file.path_,
                                "another interlockd runs with it: stop that one, or set daemon.audit_dir"});
  }
  file.device_ = status.st_dev;
  file.inode_ = status.st_ino;
  file.size_ = status.st_size;
  const std::string last = file.tail(1);
  file.torn_ = !last.empty() && last.front() != '\n';
  return file;
}

AppendFile::AppendFile(AppendFile&& other) noexcept {
  *this = std::move(other);
}

AppendFile& AppendFile::operator=(AppendFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  std::swap(device_, other.device_);
  std::swap(inode_, other.inode_);
  std::swap(size_, other.size_);
  std::swap(torn_, other.torn_);
  return *this;
}

AppendFile::~AppendFile() {
  if (fd_ >= 0) close(fd_);
}

tl::expected<void, Error> AppendFile::append(std::string_view line) {
  const std::string bytes = (torn_ ? "\n" : "") + std::string(line);
  ssize_t written = 0;
  do {
    written = write(fd_, bytes.data(), bytes.size());
  } while (written < 0 && errno == EINTR);
  if (written < 0) return tl::unexpected(failure("cannot write to the audit log", path_, errno));
  size_ += written;
  if (written > 0) torn_ = bytes[static_cast<std::size_t>(written) - 1] != '\n';
  if (static_cast<std::size_t>(written) < bytes.size()) {
    return tl::unexpected(Error{
        "the audit log took " + std::to_string(written) + " of " + std::to_string(bytes.size()) + " bytes of a record",
        path_, advice_for(ENOSPC)});
  }
  return {};
}

std::string AppendFile::disturbance() const {
  struct stat status {};
  if (lstat(path_.c_str(), &status) != 0) {
    return errno == ENOENT ? "it was moved or deleted" : std::string("it cannot be found: ") + std::strerror(errno);
  }
  if (status.st_dev != device_ || status.st_ino != inode_) return "another file was put in its place";
  if (status.st_size < size_)
    return "it was cut from " + std::to_string(size_) + " bytes to " + std::to_string(status.st_size);
  if (status.st_size > size_) return "somebody else wrote " + std::to_string(status.st_size - size_) + " bytes to it";
  return {};
}

std::string AppendFile::tail(std::size_t bytes) const {
  const auto length = std::min<off_t>(size_, static_cast<off_t>(bytes));
  std::string text(static_cast<std::size_t>(length), '\0');
  const ssize_t got = pread(fd_, text.data(), text.size(), size_ - length);
  text.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return text;
}

std::string AppendFile::unfinished() const {
  for (std::size_t part = 64 * 1024;; part *= 8) {
    const std::string text = tail(part);
    const auto newline = text.rfind('\n');
    if (newline != std::string::npos) return text.substr(newline + 1);
    if (text.size() < part) return text;
  }
}

}  // namespace interlock::audit
