#include "undo/places.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <system_error>

#include <fnmatch.h>

#include "values/text.h"

namespace interlock::undo {
namespace {

namespace fs = std::filesystem;
using Places = std::vector<Place>;
using Result = tl::expected<void, std::string>;

bool has_wildcard(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

/// Adds the paths that the pattern `rest` matches below `base`. Names that begin with a dot count, in any case: shells
/// have options for that.
bool expand(const fs::path& base, fs::path::iterator part, const fs::path::iterator& end,
            std::vector<std::string>& found) {
  if (found.size() > max_places) return false;
  if (part == end) {
    found.push_back(base.string());
    return true;
  }
  const std::string name = part->string();
  const auto next = std::next(part);
  if (!has_wildcard(name)) return expand(base / name, next, end, found);
  std::error_code failed;
  if (name == "**") {  // some shells: folders at any depth
    if (!expand(base, next, end, found)) return false;
    for (fs::directory_iterator at(base, failed), none; !failed && at != none; at.increment(failed)) {
      if (at->is_directory(failed) && !at->is_symlink(failed) && !expand(at->path(), part, end, found)) return false;
    }
  }
  for (fs::directory_iterator at(base, failed), none; !failed && at != none; at.increment(failed)) {
    const std::string each = at->path().filename().string();
    if (::fnmatch(name.c_str(), each.c_str(), FNM_NOESCAPE | FNM_CASEFOLD) != 0) continue;
    if (!expand(at->path(), next, end, found)) return false;
  }
  return true;
}

/// The path itself, and what it matches as a pattern.
tl::expected<std::vector<std::string>, std::string> matches(const std::string& path) {
  std::vector<std::string> found{path};
  if (!has_wildcard(path)) return found;
  const fs::path pattern(path);
  if (!expand(pattern.root_path(), std::next(pattern.begin()), pattern.end(), found))
    return tl::make_unexpected(in_quotes(path) + " matches too many files");
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  // As it stands it counts only if such a file exists.
  std::error_code failed;
  const bool literal = fs::symlink_status(path, failed).type() != fs::file_type::not_found;
  if (!literal && found.size() > 1) std::erase(found, path);
  return found;
}

void add(Places& places, Place place) {
  std::error_code failed;
  const auto status = fs::symlink_status(place.path, failed);
  place.existed = fs::exists(status);
  if (!fs::is_directory(status)) place.within = false;
  if (std::find(places.begin(), places.end(), place) != places.end()) return;
  places.push_back(place);
  if (!fs::is_symlink(status)) return;
  // What is written to a link goes to what it leads to, whether that is there or not. Links may lead in a circle: each
  // is added once.
  const fs::path leads = fs::path(place.path).parent_path() / fs::read_symlink(place.path, failed);
  if (failed || fs::is_directory(leads, failed) || places.size() > max_places) return;
  add(places, {.path = path_to(leads.string()), .within = false, .only_removes = place.only_removes});
}

/// The names of `from`, below `folder`.
Result add_entries(const Loss& loss, const std::string& folder, Places& places) {
  const auto sources = matches(loss.into);
  if (!sources) return tl::make_unexpected(sources.error());
  for (const std::string& source : *sources) {
    fs::path from(source);
    if (from.filename().empty()) from = from.parent_path();
    add(places, {.path = path_to(folder + "/" + from.filename().string()), .within = loss.within});
  }
  return {};
}

Result add_repository(const Loss& loss, Places& places) {
  std::error_code failed;
  fs::path folder = fs::canonical(loss.path, failed);
  if (failed) return tl::make_unexpected("the folder " + in_quotes(loss.path) + " does not exist");
  while (!fs::exists(folder / ".git", failed)) {
    if (folder == folder.root_path())
      return tl::make_unexpected("no repository is found around " + in_quotes(loss.path));
    folder = folder.parent_path();
  }
  if (!fs::is_directory(folder / ".git", failed) || fs::is_symlink(folder / ".git", failed))
    return tl::make_unexpected("the data of the repository " + in_quotes(folder.string()) + " is in another place");
  add(places, {.path = folder.string(), .within = loss.within, .only_removes = loss.only_removes, .skip = {".git"}});
  add(places, {.path = (folder / ".git").string(), .skip = {"objects", "lfs", "modules", "worktrees"}});
  return {};
}

Result add_loss(const Loss& loss, Places& places) {
  std::error_code failed;
  if (!loss.folder.empty() && !fs::is_directory(loss.folder, failed))
    return tl::make_unexpected("the folder " + in_quotes(loss.folder) + " does not exist");
  if (loss.repository) return add_repository(loss, places);
  const auto paths = matches(loss.path);
  if (!paths) return tl::make_unexpected(paths.error());
  for (const std::string& path : *paths) {
    const bool folder = fs::is_directory(path, failed);
    if (!loss.into.empty() && folder) {
      if (auto added = add_entries(loss, path, places); !added) return added;
      continue;
    }
    const bool of_folder = path.ends_with("/.") || path.ends_with("/..");
    if (of_folder && !folder) continue;  // no program would find anything there
    std::error_code unresolved;
    const bool resolves = of_folder || (loss.within && folder);
    const std::string real = resolves ? fs::canonical(path, unresolved).string() : path_to(path);
    if (unresolved) return tl::make_unexpected(in_quotes(path) + " cannot be looked up: " + unresolved.message());
    add(places, {.path = real, .within = loss.within, .only_removes = loss.only_removes});
  }
  return {};
}

}  // namespace

std::string path_to(const std::string& path) {
  fs::path plain = fs::path(path).lexically_normal();
  // a/link/../b is not a/b: the folder is resolved as it is written.
  plain = path.find("..") == std::string::npos ? plain : fs::path(path);
  if (plain.filename().empty()) plain = plain.parent_path();
  std::error_code failed;
  const auto folder = fs::weakly_canonical(plain.parent_path(), failed);
  const auto last = plain.filename();
  if (last == "." || last == "..") return fs::weakly_canonical(plain, failed).string();
  return failed ? plain.string() : (folder / last).string();
}

tl::expected<Places, std::string> places_of(const std::vector<Loss>& losses) {
  Places places;
  try {
    for (const Loss& loss : losses) {
      if (auto added = add_loss(loss, places); !added) return tl::make_unexpected(added.error());
      if (places.size() > max_places) return tl::make_unexpected("too many files would be lost");
    }
  } catch (const fs::filesystem_error& failed) {
    return tl::make_unexpected(std::string(failed.what()));
  }
  return places;
}

}  // namespace interlock::undo
