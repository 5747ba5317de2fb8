#include "undo/walk.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

#include "values/text.h"

namespace interlock::undo {
namespace {

constexpr int deepest_walk = 256;

}  // namespace

std::string too_large(const Limits& limits) {
  return "what would be lost is larger than " + std::to_string(limits.bytes >> 20) + " MB";
}

Walk::Walk(const Care& care, const std::string& store, Visit visit) : care_(care), visit_(std::move(visit)) {
  struct stat facts {};
  if (::stat(store.c_str(), &facts) == 0) store_ = {facts.st_dev, facts.st_ino};
}

bool Walk::goes_on() const {
  return std::chrono::steady_clock::now() < care_.deadline && !(care_.abandoned && *care_.abandoned);
}

Or<void> Walk::go(const Place& place) {
  const auto folder = folder_around(place.path);
  if (!folder && errno == ENOENT) return {};
  if (!folder) return tl::make_unexpected(folder.error());
  const auto found = look_at(place.path);
  if (!found) return tl::make_unexpected(found.error());
  // Whoever may not change the folder could not bring anything back; nor could the action take anything away.
  if (place.existed && !found->exists) return tl::make_unexpected(in_quotes(place.path) + " is no longer there");
  if (!found->exists) return {};
  return enter(folder->get(), place.path, place, 0);
}

Or<void> Walk::count(const Node& node) {
  if (++total_.files > care_.limits.files)
    return tl::make_unexpected("what would be lost are more than " + std::to_string(care_.limits.files) + " files");
  total_.bytes += node.size;
  if (total_.bytes > care_.limits.bytes) return tl::make_unexpected(too_large(care_.limits));
  if (!goes_on()) return tl::make_unexpected(std::string("looking at what would be lost takes too long"));
  const uid_t own = ::geteuid();
  if (own != 0 && node.owner != own)
    return tl::make_unexpected(in_quotes(node.path) + " belongs to another user, who alone could have it back");
  return {};
}

Or<void> Walk::enter(int folder, const std::string& path, const Place& place, int depth) {
  struct stat facts {};
  if (::fstatat(folder, name_of(path).c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
    return tl::make_unexpected(path + ": " + why());
  if (std::pair(facts.st_dev, facts.st_ino) == store_) return {};
  if (depth > deepest_walk) return tl::make_unexpected(in_quotes(path) + " is too deep");
  if (!seen_.insert(path).second) return {};
  Node node;
  if (!describe(path, facts, node))
    return tl::make_unexpected(in_quotes(path) + " is a socket, a pipe or a device, which cannot be copied");
  if (node.kind == Node::Kind::file && care_.is_secret && care_.is_secret(path)) {
    total_.secrets.push_back(path);
    return {};
  }
  if (auto counted = count(node); !counted) return counted;
  if (auto visited = visit_(folder, node); !visited) return visited;
  return node.kind == Node::Kind::folder ? enter_folder(folder, node, place, depth) : Or<void>();
}

Or<void> Walk::enter_folder(int folder, const Node& node, const Place& place, int depth) {
  const Descriptor inner(::openat(folder, name_of(node.path).c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!inner) return tl::make_unexpected(in_quotes(node.path) + " cannot be read: " + why());
  const auto names = names_in(inner.get());
  if (!names) return tl::make_unexpected(in_quotes(node.path) + " cannot be read: " + names.error());
  for (const std::string& name : *names) {
    const bool skipped = depth == 0 && std::find(place.skip.begin(), place.skip.end(), name) != place.skip.end();
    if (skipped) continue;
    if (auto done = enter(inner.get(), node.path + "/" + name, place, depth + 1); !done) return done;
  }
  return {};
}

}  // namespace interlock::undo
