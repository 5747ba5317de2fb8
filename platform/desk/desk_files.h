/// Files for pictures that a desk reads or writes, in interlockd's own folder.
#pragma once

#include <optional>
#include <string>

#include "platform/screen.h"

namespace interlock::platform::desk_line {

/// A file of mode 0600 with a new name, removed in the end.
class PictureFile {
 public:
  explicit PictureFile(const std::string& folder);
  ~PictureFile();
  PictureFile(const PictureFile&) = delete;
  PictureFile& operator=(const PictureFile&) = delete;

  bool made() const { return fd_ >= 0; }
  const std::string& path() const { return path_; }
  /// As little-endian 0x00RRGGBB, row by row. False: it could not be written.
  bool write(const Image& image) const;
  /// The whole content; nothing if it is longer than `most` bytes or cannot be read.
  std::optional<std::string> read(std::size_t most) const;

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace interlock::platform::desk_line
