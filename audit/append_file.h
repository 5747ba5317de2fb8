/// A file that only grows and that only we write: opened so that nobody can redirect it, locked, and watched for
/// others who move, delete, cut or extend it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <sys/types.h>
#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::audit {

class AppendFile {
 public:
  /// Opens DIR/NAME, making what is missing (folders 0700, file 0600). Refused: a symbolic link or anything but a
  /// regular file, a folder that others may write to, another owner, a file that another process has locked.
  static tl::expected<AppendFile, Error> open(const std::string& dir, std::string_view name);
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  ~AppendFile();

  /// Appends `line` (with its newline) in one write(2). Without an error all of it reached the kernel: it outlives this
  /// process, not a power cut. After a part was written the next line starts with a newline, so no two lines mix.
  tl::expected<void, Error> append(std::string_view line);

  /// What somebody else did to the file since it was opened ("it was deleted"); empty while the file at path() is the
  /// one we opened and has the size that we gave it. One lstat(2).
  std::string disturbance() const;

  /// True when the file does not end with a newline: a line was cut short.
  bool torn() const { return torn_; }
  /// The last `bytes` of the file.
  std::string tail(std::size_t bytes) const;
  /// The bytes after the last newline: a line that was cut short.
  std::string unfinished() const;
  std::uint64_t size() const { return static_cast<std::uint64_t>(size_); }
  const std::string& path() const { return path_; }

 private:
  AppendFile() = default;

  std::string path_;
  int fd_ = -1;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  off_t size_ = 0;
  bool torn_ = false;
};

}  // namespace interlock::audit
