#include "audit/pictures.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "audit/link.h"
#include "audit/record_id.h"

namespace interlock::audit {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view ending = ".png";

Error failure(const std::string& what, const std::string& path) {
  return {what + " (" + std::strerror(errno) + ")", path, "pictures are left out until it can; actions go on"};
}

/// Written under a temporary name until it is complete.
bool write_whole(const std::string& path, std::string_view bytes) {
  const std::string part = path + ".part";
  ::unlink(part.c_str());
  const int fd = ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (fd < 0) return false;
  bool good = true;
  while (good && !bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written > 0) bytes.remove_prefix(static_cast<std::size_t>(written));
    good = written > 0 || (written < 0 && errno == EINTR);
  }
  good = ::close(fd) == 0 && good && ::rename(part.c_str(), path.c_str()) == 0;
  if (!good) ::unlink(part.c_str());
  return good;
}

}  // namespace

std::optional<std::string_view> picture_id(std::string_view name) {
  if (!name.ends_with(ending)) return std::nullopt;
  name.remove_suffix(ending.size());
  if (!record_id_value(name)) return std::nullopt;
  return name;
}

std::string picture_dir(const std::string& dir) {
  return dir + "/pictures";
}

tl::expected<void, Error> Pictures::open() {
  struct stat status {};
  if (::mkdir(dir_.c_str(), 0700) != 0 && errno != EEXIST) {
    return tl::unexpected(failure("cannot make the folder for pictures", dir_));
  }
  if (::lstat(dir_.c_str(), &status) != 0) return tl::unexpected(failure("cannot look at it", dir_));
  if (!S_ISDIR(status.st_mode) || status.st_uid != ::geteuid() || (status.st_mode & 0077) != 0) {
    return tl::unexpected(Error{"the folder for pictures is not a folder for its owner alone", dir_,
                                "move it away, or: chmod 700 '" + dir_ + "'"});
  }
  if (opened_) return {};
  std::error_code unreadable;
  for (fs::directory_iterator entry(dir_, unreadable), end; !unreadable && entry != end; entry.increment(unreadable)) {
    const auto name = entry->path().filename().string();
    std::error_code gone;
    const auto size = entry->file_size(gone);
    if (!picture_id(name) || gone) continue;
    files_.push_back({name, size});
    bytes_ += size;
  }
  std::sort(files_.begin(), files_.end(), [](const File& a, const File& b) { return a.name < b.name; });
  opened_ = true;
  return {};
}

tl::expected<Pictures::Kept, Error> Pictures::keep(const std::string& id, std::string_view png) {
  Kept kept{id + std::string(ending), sha256(png), {}};
  if (!picture_id(kept.name)) return tl::unexpected(Error{"this is not the id of a record", id, {}});
  if (auto ready = open(); !ready) return tl::unexpected(ready.error());
  if (const auto path = dir_ + "/" + kept.name; !write_whole(path, png)) {
    return tl::unexpected(failure("cannot write a picture", path));
  }
  files_.push_back({kept.name, png.size()});
  bytes_ += png.size();
  kept.removed = make_room();
  return kept;
}

/// Removes more than needed, so that the log need not note it for each picture. Always keeps the newest one.
std::string Pictures::make_room() {
  std::string removed;
  if (bytes_ <= most_bytes_) return removed;
  while (files_.size() > 1 && bytes_ > most_bytes_ - most_bytes_ / 8) {
    const File& oldest = files_.front();
    if (::unlink((dir_ + "/" + oldest.name).c_str()) != 0 && errno != ENOENT) break;
    bytes_ -= oldest.bytes;
    removed = oldest.name;
    files_.pop_front();
  }
  return removed;
}

}  // namespace interlock::audit
