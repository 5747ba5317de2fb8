/// What an action would delete or overwrite, as far as it is known before: paths as values, not looked up yet.
#pragma once

#include <string>
#include <vector>

namespace interlock {

/// One place where something is lost.
struct Loss {
  /// An absolute path, without `~`. It may have wildcards (*, ?, [...]), also if the shell takes them literally.
  std::string path;
  /// The folder that a relative path was given in; it must exist, since a failed `cd` changes what is meant.
  std::string folder;
  /// If `path` is a folder, what is lost is the entry in it with the last name of this path: mv FROM FOLDER.
  std::string into = {};
  /// Only some of what is in `path` is lost, and it is not known which: find -delete, tar -x, git reset.
  bool within = false;
  /// Nothing is changed or added, only taken away.
  bool only_removes = false;
  /// The whole work tree around `path` and its repository's own data, without the objects.
  bool repository = false;
  bool operator==(const Loss&) const = default;
};

struct Losses {
  static constexpr std::size_t max_losses = 256;
  std::vector<Loss> found;
  /// Why not all that is lost is known; empty: it is.
  std::string unknown = {};
};

}  // namespace interlock
