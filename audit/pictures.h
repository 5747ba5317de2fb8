/// Pictures that belong to records of the audit log: DIR/pictures/ID.png, for their owner alone. The record has the
/// digest, so that a picture which was changed is noticed; the oldest go when there are too many bytes of them, and the
/// log says up to which. Not more than a help for people: no action waits for one.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

#include "values/error.h"

namespace interlock::audit {

/// "ID.png", where `name` is one: nothing else is ever read or removed.
std::optional<std::string_view> picture_id(std::string_view name);
/// DIR/pictures of the log's folder DIR.
std::string picture_dir(const std::string& dir);

class Pictures {
 public:
  /// `dir`: the log's folder. `most_bytes` for all pictures together, those of earlier runs too.
  Pictures(const std::string& dir, std::uint64_t most_bytes) : dir_(picture_dir(dir)), most_bytes_(most_bytes) {}

  struct Kept {
    std::string name;     ///< "ID.png"
    std::string sha256;   ///< of its bytes
    std::string removed;  ///< the newest picture that was removed to make room; empty: none was
  };
  /// Writes one picture, whole or not at all, 0600 in a 0700 folder; then makes room. `id` as the log gives it.
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
