#include "undo/files.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace interlock::undo {
namespace {

constexpr int folder_flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
constexpr int deepest_removed = 512;

std::int64_t nanoseconds(const timespec& time) {
  return static_cast<std::int64_t>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

bool remove_at(int folder, const std::string& name, int depth) {
  if (::unlinkat(folder, name.c_str(), 0) == 0) return true;
  if ((errno != EISDIR && errno != EPERM) || depth > deepest_removed) return false;
  const Descriptor inner(::openat(folder, name.c_str(), folder_flags));
  if (!inner) return false;
  const auto names = names_in(inner.get());
  if (!names) return false;
  for (const std::string& each : *names) {
    if (!remove_at(inner.get(), each, depth + 1)) return false;
  }
  return ::unlinkat(folder, name.c_str(), AT_REMOVEDIR) == 0;
}

}  // namespace

Descriptor::~Descriptor() {
  if (fd_ >= 0) ::close(fd_);
}

std::string why() {
  return std::system_category().message(errno);
}

std::string name_of(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

tl::expected<Descriptor, std::string> folder_around(const std::string& path) {
  Descriptor at(::open("/", O_PATH | O_DIRECTORY | O_CLOEXEC));
  std::size_t begin = 1;
  for (std::size_t end; at && (end = path.find('/', begin)) != std::string::npos; begin = end + 1) {
    if (end == begin) continue;
    const std::string part = path.substr(begin, end - begin);
    at = Descriptor(::openat(at.get(), part.c_str(), O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (at) continue;
    const int failed = errno;
    const bool link = failed == ENOTDIR || failed == ELOOP;
    std::string what = path.substr(0, end) + (link ? " is a link or no folder now" : ": " + why());
    errno = failed;  // for look_at
    return tl::make_unexpected(std::move(what));
  }
  if (!at) return tl::make_unexpected("/: " + why());
  return at;
}

tl::expected<Found, std::string> look_at(const std::string& path) {
  Found found;
  const auto folder = folder_around(path);
  if (!folder) {
    if (errno == ENOENT) return found;
    return tl::make_unexpected(folder.error());
  }
  if (::fstatat(folder->get(), name_of(path).c_str(), &found.facts, AT_SYMLINK_NOFOLLOW) == 0) {
    found.exists = true;
    return found;
  }
  if (errno == ENOENT) return found;
  return tl::make_unexpected(path + ": " + why());
}

tl::expected<std::vector<std::string>, std::string> names_in(int folder) {
  const int own = ::openat(folder, ".", folder_flags);
  DIR* dir = own < 0 ? nullptr : ::fdopendir(own);
  if (dir == nullptr) {
    const std::string failed = why();
    if (own >= 0) ::close(own);
    return tl::make_unexpected(failed);
  }
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(dir)) {
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
      names.emplace_back(entry->d_name);
  }
  ::closedir(dir);
  std::sort(names.begin(), names.end());
  return names;
}

bool copy_content(int from, int to, const std::function<bool()>& goes_on) {
  if (::ioctl(to, FICLONE, from) == 0) return true;
  constexpr std::size_t part = 4 << 20;
  while (true) {
    if (!goes_on()) return errno = 0, false;
    const ssize_t copied = ::copy_file_range(from, nullptr, to, nullptr, part, 0);
    if (copied > 0) continue;
    if (copied == 0) break;
    if (errno == EINTR) continue;
    if (errno != EXDEV && errno != ENOSYS && errno != EINVAL && errno != EOPNOTSUPP && errno != EPERM) return false;
    break;
  }
  // Files of /proc and some network file systems only answer to read(2); elsewhere nothing is left to read here.
  std::array<char, 1 << 16> buffer;
  while (true) {
    if (!goes_on()) return errno = 0, false;
    const ssize_t size = ::read(from, buffer.data(), buffer.size());
    if (size == 0) return true;
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return false;
    for (ssize_t written = 0; written < size;) {
      const ssize_t more = ::write(to, buffer.data() + written, static_cast<std::size_t>(size - written));
      if (more < 0 && errno == EINTR) continue;
      if (more < 0) return false;
      written += more;
    }
  }
}

bool describe(const std::string& path, const struct stat& facts, Node& node) {
  node.path = path;
  if (S_ISREG(facts.st_mode)) {
    node.kind = Node::Kind::file;
  } else if (S_ISDIR(facts.st_mode)) {
    node.kind = Node::Kind::folder;
  } else if (S_ISLNK(facts.st_mode)) {
    node.kind = Node::Kind::link;
  } else {
    return false;
  }
  node.mode = facts.st_mode & 07777U;
  node.owner = facts.st_uid;
  node.group = facts.st_gid;
  node.changed = nanoseconds(facts.st_mtim);
  node.read = nanoseconds(facts.st_atim);
  node.size = S_ISREG(facts.st_mode) ? static_cast<std::uint64_t>(facts.st_size) : 0;
  return true;
}

tl::expected<void, std::string> remove_tree(const std::string& path) {
  const auto folder = folder_around(path);
  if (!folder) return tl::make_unexpected(folder.error());
  if (remove_at(folder->get(), name_of(path), 0) || errno == ENOENT) return {};
  return tl::make_unexpected(path + " cannot be removed: " + why());
}

}  // namespace interlock::undo
