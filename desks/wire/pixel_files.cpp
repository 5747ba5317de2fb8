#include "desks/wire/pixel_files.h"

#include <bit>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace interlock::desk {
namespace {

static_assert(std::endian::native == std::endian::little);

// -1: it is not a file of this user.
int open_own_file(const std::string& path, int flags) {
  const int file = open(path.c_str(), flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
  struct stat facts = {};
  if (file >= 0 && (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode) || facts.st_uid != geteuid())) {
    close(file);
    return -1;
  }
  return file;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> read_pixels(const std::string& path, std::size_t count) {
  const int file = open_own_file(path, O_RDONLY);
  if (file < 0) return std::nullopt;
  std::vector<std::uint32_t> pixels(count);
  struct stat facts = {};
  const auto bytes = static_cast<ssize_t>(count * 4);
  const bool whole =
      fstat(file, &facts) == 0 && facts.st_size == bytes && read(file, pixels.data(), count * 4) == bytes;
  close(file);
  if (!whole) return std::nullopt;
  for (auto& pixel : pixels) pixel &= 0x00FFFFFFU;
  return pixels;
}

bool write_pixels(const std::string& path, std::span<const std::uint32_t> pixels) {
  const int file = open_own_file(path, O_WRONLY);
  if (file < 0) return false;
  const auto bytes = static_cast<ssize_t>(pixels.size() * 4);
  const bool written = ftruncate(file, 0) == 0 && write(file, pixels.data(), pixels.size() * 4) == bytes;
  close(file);
  return written;
}

}  // namespace interlock::desk
