#include "platform/desk/desk_files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cstdlib>
#include <string_view>

namespace interlock::platform::desk_line {

PictureFile::PictureFile(const std::string& folder) : path_(folder + "/picture-XXXXXX") {
  fd_ = ::mkostemp(path_.data(), O_CLOEXEC);
}

PictureFile::~PictureFile() {
  if (fd_ < 0) return;
  ::close(fd_);
  ::unlink(path_.c_str());
}

bool PictureFile::write(const Image& image) const {
  std::string bytes;
  bytes.reserve(image.pixels.size() * 4);
  for (const std::uint32_t pixel : image.pixels) {
    for (unsigned shift = 0; shift < 24; shift += 8) bytes += static_cast<char>(pixel >> shift & 0xFFU);
    bytes += '\0';
  }
  std::string_view left = bytes;
  if (::ftruncate(fd_, 0) != 0 || ::lseek(fd_, 0, SEEK_SET) != 0) return false;
  while (!left.empty()) {
    const auto written = ::write(fd_, left.data(), left.size());
    if (written <= 0) return false;
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

std::optional<std::string> PictureFile::read(std::size_t most) const {
  // The desk may have put another file in its place.
  const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (file < 0) return std::nullopt;
  struct stat facts {};
  std::optional<std::string> bytes;
  if (::fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_size >= 0 &&
      static_cast<std::size_t>(facts.st_size) <= most) {
    bytes.emplace(static_cast<std::size_t>(facts.st_size), '\0');
    std::size_t done = 0;
    while (done < bytes->size()) {
      const auto more = ::read(file, bytes->data() + done, bytes->size() - done);
      if (more <= 0) break;
      done += static_cast<std::size_t>(more);
    }
    if (done < bytes->size()) bytes.reset();
  }
  ::close(file);
  return bytes;
}

}  // namespace interlock::platform::desk_line
