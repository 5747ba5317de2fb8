/// An append-only file with a single writer: opened so that nobody can redirect it, locked, and checked for changes by
/// others (moved, deleted, truncated, extended).
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
  /// Opens DIR/NAME and creates missing folders (0700) and the file (0600). Errors: a symbolic link or anything else
  /// than a regular file, a folder that others may write to, another owner, a file that another process has locked.
  static tl::expected<AppendFile, Error> open(const std::string& dir, std::string_view name);
  AppendFile(AppendFile&& other) noexcept;
  AppendFile& operator=(AppendFile&& other) noexcept;
  ~AppendFile();

  /// Appends `line` (with its newline) in one write(2). On success the kernel has all of it: it survives this process,
  /// but not a power cut. After a partial write the next line starts with a newline, so that lines do not mix.
  tl::expected<void, Error> append(std::string_view line);

  /// What another process did to the file since it was opened ("it was deleted"); empty if the file at path() is the
  /// one we opened and has the size that we wrote. Costs one lstat(2).
  std::string disturbance() const;

  /// True if the file does not end with a newline: the last line is incomplete.
  bool torn() const { return torn_; }
  /// The last `bytes` of the file.
  std::string tail(std::size_t bytes) const;
  /// The bytes after the last newline: an incomplete line.
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
