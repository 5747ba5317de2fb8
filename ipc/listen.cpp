#include "ipc/listen.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <optional>

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ipc/address.h"
#include "ipc/fd.h"
#include "ipc/lock_soon.h"

namespace interlock::ipc {
namespace {

namespace fs = std::filesystem;
using Failure = std::optional<Error>;

Error failed(const std::string& doing, const std::string& where, std::string advice = {}) {
  return {doing + ": " + std::strerror(errno), where, std::move(advice)};
}

Failure make_parents(const fs::path& folder) {
  struct stat info {};
  if (::stat(folder.c_str(), &info) == 0) {
    if (!S_ISDIR(info.st_mode)) return Error{"not a folder", folder, "remove it or set INTERLOCK_SOCKET_DIR"};
    return std::nullopt;
  }
  if (folder.has_parent_path() && folder.parent_path() != folder) {
    if (auto failure = make_parents(folder.parent_path())) return failure;
  }
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
    return failed("cannot make the socket's folder", folder, "make it by hand, or set INTERLOCK_SOCKET_DIR");
  return std::nullopt;
}

/// In a folder that others may write to, anybody could replace our socket by another.
Failure check_folder(int fd, const std::string& folder) {
  struct stat info {};
  if (::fstat(fd, &info) != 0) return failed("cannot look at the socket's folder", folder);
  const bool others_write = (info.st_mode & (S_IWGRP | S_IWOTH)) != 0 && (info.st_mode & S_ISVTX) == 0;
  const bool foreign = info.st_uid != ::geteuid() && info.st_uid != 0;
  if (!others_write && !foreign) return std::nullopt;
  return Error{"the socket's folder belongs to others or they may write to it", folder,
               "make it accessible only to you (chmod 700), or set INTERLOCK_SOCKET_DIR"};
}

/// Removes the socket of a dead daemon; returns an error if a running one uses it or the file is not a socket.
Failure clear_the_way(const std::string& path, const sockaddr_un& address) {
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0) {
    if (errno == ENOENT) return std::nullopt;
    return failed("cannot look at the socket", path);
  }
  if (!S_ISSOCK(info.st_mode))
    return Error{"a file that is not a socket is in the way", path, "remove it or choose another path"};

  Fd probe(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (probe.get() < 0) return failed("cannot make a socket", path);
  if (::connect(probe.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 || errno != ECONNREFUSED)
    return Error{
        "the socket is in use", path,
        "another program listens there: stop it, or choose another path (INTERLOCK_SOCKET_DIR for interlockd)"};
  if (::unlink(path.c_str()) != 0 && errno != ENOENT) return failed("cannot remove the old socket", path);
  return std::nullopt;
}

tl::expected<Listening, Error> bind_and_listen(const Listen& listen, const sockaddr_un& address) {
  Fd fd(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (fd.get() < 0) return tl::unexpected(failed("cannot make a socket", listen.path));
  if (::bind(fd.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return tl::unexpected(failed("cannot bind the socket", listen.path));
  Listening made{-1, listen.path, 0, 0};
  struct stat info {};
  // Nobody can connect before listen(), so the mode is set in time, whatever the umask.
  const bool ok = ::chmod(listen.path.c_str(), listen.mode) == 0 && ::lstat(listen.path.c_str(), &info) == 0 &&
                  ::listen(fd.get(), SOMAXCONN) == 0;
  made.device = info.st_dev;
  made.inode = info.st_ino;
  if (!ok) {
    auto error = failed("cannot listen on the socket", listen.path);
    ::unlink(listen.path.c_str());
    return tl::unexpected(std::move(error));
  }
  made.fd = fd.release();
  return made;
}

tl::expected<Listening, Error> check_given(const Listen& listen) {
  int listening = 0, type = 0, domain = 0;
  socklen_t size = sizeof(int);
  const bool asked = ::getsockopt(listen.fd, SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 &&
                     ::getsockopt(listen.fd, SOL_SOCKET, SO_TYPE, &type, &size) == 0 &&
                     ::getsockopt(listen.fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0;
  if (!asked || !listening || type != SOCK_STREAM || domain != AF_UNIX) {
    return tl::unexpected(Error{"the given descriptor is not a listening Unix stream socket",
                                "fd " + std::to_string(listen.fd) + " for " + listen.path,
                                "check ListenStream= of the .socket units"});
  }
  if (::fcntl(listen.fd, F_SETFD, FD_CLOEXEC) != 0 || ::fcntl(listen.fd, F_SETFL, O_NONBLOCK) != 0)
    return tl::unexpected(failed("cannot prepare the given socket", listen.path));
  return Listening{listen.fd, {}, 0, 0};
}

}  // namespace

tl::expected<Listening, Error> open_listening(const Listen& listen) {
  if (listen.fd >= 0) return check_given(listen);

  const auto address = unix_address(listen.path);
  if (!address) {
    return tl::unexpected(Error{"not a path for a Unix socket (" + std::to_string(listen.path.size()) +
                                    " bytes; at least 1, at most " + std::to_string(max_socket_path) + ")",
                                listen.path, "set INTERLOCK_SOCKET_DIR to a shorter folder"});
  }
  const fs::path folder = fs::absolute(listen.path).parent_path();
  if (auto failure = make_parents(folder)) return tl::unexpected(std::move(*failure));

  // Held from the check to listen(), so that two daemons that start at once do not take the socket from each other.
  const Fd lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.get() < 0) return tl::unexpected(failed("cannot open the socket's folder", folder));
  if (auto failure = check_folder(lock.get(), folder)) return tl::unexpected(std::move(*failure));
  // interlockd and interlock-console, which share a folder, hold the lock for milliseconds as they start.
  if (!lock_soon(lock.get())) {
    return tl::unexpected(failed("cannot lock the socket's folder", folder, "another program is starting there"));
  }
  if (auto failure = clear_the_way(listen.path, *address)) return tl::unexpected(std::move(*failure));
  return bind_and_listen(listen, *address);
}

void remove_socket_file(const Listening& listening) {
  struct stat info {};
  if (listening.path.empty() || ::lstat(listening.path.c_str(), &info) != 0) return;
  if (info.st_dev == listening.device && info.st_ino == listening.inode) ::unlink(listening.path.c_str());
}

}  // namespace interlock::ipc
