/// Pictures that belong to records of the audit log: DIR/pictures/ID.png, readable by their owner only. The record has
/// the digest, so that a changed picture is noticed. If the pictures exceed their limit, the oldest are removed, and
/// the log says up to which. They only help people: no action waits for one.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::audit {

/// The ID of a name "ID.png"; returns nothing for other names. Files with other names are never read or removed.
std::optional<std::string_view> picture_id(std::string_view name);
/// DIR/pictures of the log's folder DIR.
std::string picture_dir(const std::string& dir);

class Pictures {
 public:
  /// `dir`: the log's folder. `most_bytes`: limit for all pictures together, including those of earlier runs.
  Pictures(const std::string& dir, std::uint64_t most_bytes) : dir_(picture_dir(dir)), most_bytes_(most_bytes) {}

  struct Kept {
    std::string name;     ///< "ID.png"
    std::string sha256;   ///< of its bytes
    std::string removed;  ///< the newest picture that was removed to make room; empty if none was
  };
  /// Writes one picture, completely or not at all, 0600 in a 0700 folder; then removes old ones. `id`: the record's id.
  tl::expected<Kept, Error> keep(const std::string& id, std::string_view png);

 private:
  struct File {
    std::string name;
    std::uint64_t bytes;
  };
  tl::expected<void, Error> open();
  std::string make_room();

  std::string dir_;
  std::uint64_t most_bytes_;
  bool opened_ = false;
  std::deque<File> files_;  ///< oldest first
  std::uint64_t bytes_ = 0;
};

}  // namespace interlock::audit
