#include "undo/restore.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <set>

#include <fcntl.h>
#include <unistd.h>

#include "undo/files.h"
#include "undo/walk.h"
#include "values/text.h"

namespace interlock::undo {
namespace {

using Nodes = std::vector<Node>;

/// Whether both descriptors have the same bytes.
bool same_content(int one, int other) {
  std::array<char, 1 << 16> a, b;
  for (off_t at = 0;;) {
    const ssize_t size = ::pread(one, a.data(), a.size(), at);
    const ssize_t same = ::pread(other, b.data(), b.size(), at);
    if (size != same || size < 0) return false;
    if (size == 0) return true;
    if (!std::equal(a.begin(), a.begin() + size, b.begin())) return false;
    at += size;
  }
}

timespec time_of(std::int64_t nanoseconds) {
  std::int64_t seconds = nanoseconds / 1'000'000'000;
  std::int64_t rest = nanoseconds % 1'000'000'000;
  if (rest < 0) rest += 1'000'000'000, --seconds;
  return {static_cast<time_t>(seconds), static_cast<long>(rest)};
}

/// The place that a path belongs to, the innermost; null: none.
const Place* place_around(const std::vector<Place>& places, const std::string& path) {
  const Place* found = nullptr;
  for (const Place& place : places) {
    const bool inside = path == place.path || path.starts_with(place.path == "/" ? "/" : place.path + "/");
    if (inside && (found == nullptr || place.path.size() > found->path.size())) found = &place;
  }
  return found;
}

/// What differs between what was kept and what is there.
class Comparison {
 public:
  Comparison(const Store& store, const Header& header, const Nodes& nodes, const Care& care, bool exactly)
      : store_(store), header_(header), nodes_(nodes), care_(care), exactly_(exactly) {
    for (const Node& node : nodes) kept_.insert(node.path);
    for (const std::string& secret : header.secrets) kept_.insert(secret);
  }

  Or<Changes> take() {
    changes_.secrets = header_.secrets;
    for (const Node& node : nodes_) {
      if (auto compared = compare(node); !compared) return tl::make_unexpected(compared.error());
    }
    for (const Place& place : header_.places) {
      if (auto looked = look_for_more(place); !looked) return tl::make_unexpected(looked.error());
    }
    return std::move(changes_);
  }

 private:
  Or<void> compare(const Node& node) {
    const bool below_other = std::any_of(no_folders_.begin(), no_folders_.end(), [&](const std::string& folder) {
      return node.path.starts_with(folder + "/");
    });
    const Or<Found> found = below_other ? Or<Found>(Found()) : look_at(node.path);
    if (!found) return tl::make_unexpected(found.error());
    if (!found->exists) {
      changes_.back.push_back(node.path);
      return {};
    }
    Node now;
    const bool same_kind = describe(node.path, found->facts, now) && now.kind == node.kind;
    const bool same = same_kind && (node.kind == Node::Kind::folder || same_inside(node, now));
    const Place* place = place_around(header_.places, node.path);
    if (!same && place != nullptr && place->only_removes && !exactly_) {
      changes_.left.push_back(node.path);
    } else if (!same) {
      changes_.replaced.push_back(node.path);
      if (node.kind == Node::Kind::folder) no_folders_.push_back(node.path);
    }
    return {};
  }

  bool same_inside(const Node& node, const Node& now) const {
    const auto folder = folder_around(node.path);
    if (!folder) return false;
    if (node.kind == Node::Kind::link) {
      std::string leads(4096, '\0');
      const ssize_t size = ::readlinkat(folder->get(), name_of(node.path).c_str(), leads.data(), leads.size());
      return size >= 0 && leads.substr(0, static_cast<std::size_t>(size)) == node.content;
    }
    if (now.size != node.size) return false;
    const Descriptor file(::openat(folder->get(), name_of(node.path).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    const Descriptor copy(::open(store_.copy_of(header_.id, node).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    return file && copy && same_content(file.get(), copy.get());
  }

  /// What is there beside what was kept.
  Or<void> look_for_more(const Place& place) {
    const bool leave = place.within && !exactly_;
    Care care = care_;
    care.limits = {.bytes = UINT64_MAX, .files = UINT64_MAX};
    care.is_secret = {};
    Walk walk(care, store_.dir(), [&](int, Node& node) -> Or<void> {
      if (kept_.contains(node.path)) return {};
      const bool secret = care_.is_secret && care_.is_secret(node.path);
      auto& into = leave || secret ? changes_.left : changes_.removed;
      // What is in a folder goes and stays with it.
      const auto inside = [&](const std::string& folder) { return node.path.starts_with(folder + "/"); };
      if (std::none_of(into.begin(), into.end(), inside)) into.push_back(node.path);
      return {};
    });
    Place now = place;
    now.existed = false;  // it need not be there
    return walk.go(now);
  }

  const Store& store_;
  const Header& header_;
  const Nodes& nodes_;
  const Care& care_;
  const bool exactly_;
  std::set<std::string> kept_;
  std::vector<std::string> no_folders_;  ///< folders in whose place something else is now
  Changes changes_;
};

/// Makes one node as it was. What is in its way was kept and is removed.
class Maker {
 public:
  Maker(const Store& store, const std::string& id) : store_(store), id_(id) {}

  Or<void> make(const Node& node) {
    if (auto ready = make_parents(node.path); !ready) return ready;
    const auto folder = folder_around(node.path);
    if (!folder) return tl::make_unexpected(folder.error());
    const std::string name = name_of(node.path);
    const auto found = look_at(node.path);
    if (!found) return tl::make_unexpected(found.error());
    if (node.kind == Node::Kind::folder) {
      if (found->exists && S_ISDIR(found->facts.st_mode)) return {};
      if (found->exists && ::unlinkat(folder->get(), name.c_str(), 0) != 0) return failed(node.path);
      return ::mkdirat(folder->get(), name.c_str(), 0700) == 0 ? Or<void>() : failed(node.path);
    }
    if (found->exists && S_ISDIR(found->facts.st_mode)) {
      if (auto removed = remove_tree(node.path); !removed) return removed;
    }
    const std::string fresh = ".interlock-undo-" + std::to_string(::getpid()) + "-" + std::to_string(++made_);
    const bool done = node.kind == Node::Kind::link
                          ? ::symlinkat(node.content.c_str(), folder->get(), fresh.c_str()) == 0
                          : write(folder->get(), fresh, node);
    if (!done || ::renameat(folder->get(), fresh.c_str(), folder->get(), name.c_str()) != 0) {
      auto error = failed(node.path);
      ::unlinkat(folder->get(), fresh.c_str(), 0);
      return error;
    }
    return {};
  }

  /// Owner, attributes, mode and times; last, because what is made in a folder changes its times.
  Or<void> finish(const Node& node) {
    const auto folder = folder_around(node.path);
    if (!folder) return tl::make_unexpected(folder.error());
    const std::string name = name_of(node.path);
    struct stat facts {};
    if (::fstatat(folder->get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0) return failed(node.path);
    const bool owned = facts.st_uid == node.owner && facts.st_gid == node.group;
    if (!owned && ::fchownat(folder->get(), name.c_str(), node.owner, node.group, AT_SYMLINK_NOFOLLOW) != 0)
      return tl::make_unexpected(node.path + ": its owner or group cannot be set: " + why());
    if (node.kind != Node::Kind::link) {
      const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
      const Descriptor file(::openat(folder->get(), name.c_str(), flags));
      if (file) {
        if (auto set = set_attributes(file.get(), node.attributes); !set)
          return tl::make_unexpected(node.path + ": " + set.error());
      } else if (!node.attributes.empty()) {
        return tl::make_unexpected(node.path + ": its extended attributes cannot be set: " + why());
      }
      const bool set = file ? ::fchmod(file.get(), node.mode) == 0 : (facts.st_mode & 07777U) == node.mode;
      if (!set) return tl::make_unexpected(node.path + ": its mode cannot be set: " + why());
    }
    const timespec times[2] = {time_of(node.read), time_of(node.changed)};
    if (::utimensat(folder->get(), name.c_str(), times, AT_SYMLINK_NOFOLLOW) != 0)
      return tl::make_unexpected(node.path + ": its times cannot be set: " + why());
    return {};
  }

 private:
  static tl::unexpected<std::string> failed(const std::string& path) {
    return tl::make_unexpected(path + " cannot be brought back: " + why());
  }

  bool write(int folder, const std::string& name, const Node& node) const {
    const Descriptor copy(::open(store_.copy_of(id_, node).c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    const Descriptor file(::openat(folder, name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    return copy && file && copy_content(copy.get(), file.get(), [] { return true; });
  }

  /// Folders above what was kept that were deleted since.
  static Or<void> make_parents(const std::string& path) {
    for (std::size_t end = path.find('/', 1); end != std::string::npos; end = path.find('/', end + 1)) {
      const std::string parent = path.substr(0, end);
      const auto folder = folder_around(parent);
      if (!folder) return tl::make_unexpected(folder.error());
      if (::mkdirat(folder->get(), name_of(parent).c_str(), 0755) != 0 && errno != EEXIST) return failed(parent);
    }
    return {};
  }

  const Store& store_;
  const std::string& id_;
  int made_ = 0;
};

/// The folders around the places, whose times change when something in them comes back. Their times are put back, too,
/// unless something in them changed long after the action.
class Surroundings {
 public:
  static constexpr std::int64_t soon = 60'000'000'000;  ///< ns

  explicit Surroundings(const Header& header) {
    for (const Place& place : header.places) {
      const std::string path = place.path.substr(0, place.path.rfind('/'));
      if (path.empty() || place.around_changed == 0 || folders_.contains(path)) continue;
      const auto found = look_at(path);
      Node now;
      if (!found || !found->exists || !describe(path, found->facts, now)) continue;
      if (now.changed <= header.time * 1'000'000'000 + soon) folders_[path] = {place.around_changed, place.around_read};
    }
  }

  void finish() const {
    for (const auto& [path, changed_and_read] : folders_) {
      const auto folder = folder_around(path);
      if (!folder) continue;
      const timespec times[2] = {time_of(changed_and_read.second), time_of(changed_and_read.first)};
      ::utimensat(folder->get(), name_of(path).c_str(), times, AT_SYMLINK_NOFOLLOW);
    }
  }

 private:
  std::map<std::string, std::pair<std::int64_t, std::int64_t>> folders_;
};

/// Keeps what would be overwritten or removed, as an entry of its own; its id, or nothing if there is none.
Or<std::string> keep_newer(Store& store, const Header& header, const Changes& changes, const Care& care,
                           std::int64_t now) {
  Header newer{.id = header.id + "-undone",
               .time = now,
               .session = header.session,
               .agent = header.agent,
               .summary = "what 'interlockctl undo " + header.id + "' replaced"};
  for (int i = 2; store.find(newer.id); ++i) newer.id = header.id + "-undone-" + std::to_string(i);
  for (const auto* paths : {&changes.replaced, &changes.removed}) {
    for (const std::string& path : *paths) newer.places.push_back({.path = path});
  }
  // To undo the undo is to take away what it brings back.
  for (const std::string& path : changes.back) {
    const bool inside = std::any_of(newer.places.begin(), newer.places.end(),
                                    [&](const Place& place) { return path.starts_with(place.path + "/"); });
    if (!inside) newer.places.push_back({.path = path, .existed = false});
  }
  if (changes.replaced.empty() && changes.removed.empty()) return std::string();
  const auto kept = store.keep(newer, care);
  if (!kept) return tl::make_unexpected("nothing was changed, since what is there now cannot be kept: " + kept.error());
  if (!kept->secrets.empty())
    return tl::make_unexpected("nothing was changed, since " + in_quotes(kept->secrets.front()) +
                               " would be overwritten and holds a secret, which is not kept; move it away first");
  return kept->id;
}

struct Loaded {
  Header header;
  Nodes nodes;
};

Or<Loaded> load(const Store& store, const std::string& id) {
  auto header = store.find(id);
  if (!header) return tl::make_unexpected(header.error());
  auto nodes = store.nodes(id);
  if (!nodes) return tl::make_unexpected(nodes.error());
  for (const Node& node : *nodes) {
    if (place_around(header->places, node.path) == nullptr)
      return tl::make_unexpected(in_quotes(node.path) + " is in the list of kept files and in none of its places");
  }
  return Loaded{std::move(*header), std::move(*nodes)};
}

}  // namespace

Or<Changes> changes_of(const Store& store, const Wanted& wanted, const Care& care) {
  auto loaded = load(store, wanted.id);
  if (!loaded) return tl::make_unexpected(loaded.error());
  return Comparison(store, loaded->header, loaded->nodes, care, wanted.exactly).take();
}

Or<Restored> restore(Store& store, const Wanted& wanted, const Care& care, std::int64_t now) {
  const auto loaded = load(store, wanted.id);
  if (!loaded) return tl::make_unexpected(loaded.error());
  const auto& [header, nodes] = *loaded;
  auto changes = Comparison(store, header, nodes, care, wanted.exactly).take();
  if (!changes) return tl::make_unexpected(changes.error());
  auto newer = keep_newer(store, header, *changes, care, now);
  if (!newer) return tl::make_unexpected(newer.error());
  Restored done{.changes = std::move(*changes), .replaced_entry = std::move(*newer)};
  const Surroundings surroundings(header);
  const auto note = [&](const Or<void>& result) {
    if (!result) done.problems.push_back(result.error());
    return result.has_value();
  };
  for (const std::string& path : done.changes.removed) note(remove_tree(path));
  std::set<std::string> make(done.changes.back.begin(), done.changes.back.end());
  make.insert(done.changes.replaced.begin(), done.changes.replaced.end());
  const std::set<std::string> left(done.changes.left.begin(), done.changes.left.end());
  Maker maker(store, header.id);
  std::set<std::string> broken;
  for (const Node& node : nodes) {
    if (make.contains(node.path) && !note(maker.make(node))) broken.insert(node.path);
  }
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    if (!left.contains(node->path) && !broken.contains(node->path)) note(maker.finish(*node));
  }
  surroundings.finish();
  if (const auto marked = store.mark_undone(header.id, done.replaced_entry.empty() ? "-" : done.replaced_entry);
      !marked)
    done.problems.push_back(marked.error());
  return done;
}

}  // namespace interlock::undo
