/// The files that lines of a session wrote, fetched or changed, so that a later command that runs them is noticed. By
/// their names without folders: a folder may be named in many ways. And the remotes of git that they gave an address.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/shell/call.h"

namespace interlock::gate::shell {

/// The possible content of a file, in addition to its earlier content.
struct WrittenFile {
  /// Texts that the lines themselves contain. Each one that was written counts: a shell need not have read every line.
  std::vector<std::string> texts;
  /// It may contain text that the lines do not contain; the source of that text, the worst of all.
  std::optional<Origin> unseen;
  std::size_t changes = 0;
  bool open = false;    ///< a text ends inside of a line, quote or here-document
  std::string program;  ///< the name of the program that it is a copy of, or a link to; empty if it is none
};

class WrittenFiles {
 public:
  static constexpr std::size_t max_files = 256;
  static constexpr std::size_t max_trees = 32;
  static constexpr std::size_t max_texts = 8;          ///< of one file; with more, none counts as known
  static constexpr std::size_t max_bytes = 256 << 10;  ///< of all texts

  /// Adds what the redirections of `call`, a command of its script, write.
  void redirected(const Call& call);
  /// Adds what the program itself writes: tee, cp, sed -i, dd, mkfifo, ...
  void written_by(const Call& call);
  /// Adds a file with content that the lines do not contain.
  void mark_unseen(std::string_view path, Origin origin);
  /// The file written last continues in unknown lines.
  void doubt() {
    if (!latest_.empty()) mark_unseen(latest_, Origin::unknown);
  }
  /// Files that code in another language may write: its string literals that may be names, if it writes any file.
  void written_in_code(std::string_view code);

  /// The written files that `path` may name, by name: several if it has wildcards or unknown parts.
  std::vector<std::pair<std::string, WrittenFile>> find(std::string_view path) const;
  /// The program that `path` is a copy of, or a link to; empty if it is none.
  std::string program(std::string_view path) const;
  bool contains(std::string_view path) const { return !find(path).empty(); }
  bool empty() const { return files_.empty() && trees_.empty() && remotes_.empty() && !full_; }

  /// The folder that was fetched in this session and that contains `path`, below `cwd`: a clone, an unpacked archive
  /// ("*", since its names are not known). Empty if there is none.
  std::string tree_of(std::string_view path, std::string_view cwd) const;
  static constexpr std::string_view any_remote = "*";
  /// The remotes of git whose address a line has set, to a host outside of the local networks; `any_remote` where one
  /// address stands for others.
  const std::set<std::string, std::less<>>& remotes() const { return remotes_; }
  /// A person agreed that this remote is pushed to.
  void agree_remote(const std::string& name) { remotes_.erase(name); }
  /// A person agreed that this file is run, as it was before a line and still is.
  void agree(const std::string& name, const WrittenFiles& before);
  /// A person agreed that something in this folder is run.
  void agree(const std::string& tree) { trees_.erase(tree); }

 private:
  void write(std::string_view path, bool append, const std::string& text, Origin origin);
  void copy(std::string_view from, std::string_view to);
  void copied(const Call& call);
  void edited(const Call& call);
  WrittenFile* entry(std::string_view path);
  void downloaded(const Call& call);
  void fetched_trees(const Call& call);
  void set_remote(const Call& call);
  void keep_tree(std::string_view name);

  std::map<std::string, WrittenFile, std::less<>> files_;
  std::set<std::string, std::less<>> trees_;
  std::set<std::string, std::less<>> remotes_;
  std::string latest_;  ///< written by a redirection
  std::size_t bytes_ = 0;
  bool full_ = false;  ///< more files than can be remembered: any may contain anything
};

}  // namespace interlock::gate::shell
