/// Where something would be lost, as looked up in the file system: wildcards, links, folders and repositories resolved.
/// Free functions, any thread; a file system may block them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "values/loss.h"

namespace interlock::undo {

/// A file or folder that is kept as a whole.
struct Place {
  std::string path;                    ///< absolute; no part of it but the last was a symbolic link
  bool existed = true;                 ///< false: nothing was there, so what comes to be there is taken away again
  bool within = false;                 ///< what is added beside what was kept stays
  bool only_removes = false;           ///< what is there and differs stays
  std::vector<std::string> skip = {};  ///< names in it that are not kept
  /// The folder around it, when it was kept: times of its last change and access, ns since 1970; 0: not known.
  std::int64_t around_changed = 0;
  std::int64_t around_read = 0;
  bool operator==(const Place&) const = default;
};

inline constexpr std::size_t max_places = 4096;

/// The places of `losses`, each once; or why they are not known, as a clause ("the folder x does not exist").
tl::expected<std::vector<Place>, std::string> places_of(const std::vector<Loss>& losses);

/// The path with all links in it resolved but one in its last part; parts that do not exist stay.
std::string path_to(const std::string& path);

}  // namespace interlock::undo
