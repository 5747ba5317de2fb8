#include "undo/store.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <fcntl.h>
#include <unistd.h>

#include "undo/files.h"
#include "undo/walk.h"
#include "values/text.h"

namespace interlock::undo {
namespace {

namespace fs = std::filesystem;

/// A header or a list of nodes that is larger was not written by this program.
constexpr std::uintmax_t most_bytes = std::uintmax_t{64} << 20;
constexpr std::string_view unfinished = ".new";

Or<std::string> text_of(const std::string& path) {
  std::error_code failed;
  if (fs::file_size(path, failed) > most_bytes || failed) return tl::make_unexpected(path + " cannot be read");
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  if (!in) return tl::make_unexpected(path + " cannot be read");
  return std::move(text).str();
}

Or<void> read_attributes(const Descriptor& file, Node& node) {
  auto found = file ? attributes_of(file.get()) : tl::make_unexpected("it cannot be read: " + why());
  if (!found) return tl::make_unexpected(in_quotes(node.path) + ": " + found.error());
  node.attributes = std::move(*found);
  return {};
}

/// Copies one file into the folder `to`, which is the store's.
Or<void> copy_file(int folder, Node& node, const std::string& to, const Walk& walk) {
  const Descriptor from(::openat(folder, name_of(node.path).c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!from) return tl::make_unexpected(in_quotes(node.path) + " cannot be read: " + why());
  if (auto read = read_attributes(from, node); !read) return read;
  const Descriptor copy(::open((to + "/" + node.content).c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!copy) return tl::make_unexpected(to + " cannot be written: " + why());
  if (!copy_content(from.get(), copy.get(), [&] { return walk.goes_on(); })) {
    if (errno == 0) return tl::make_unexpected(std::string("copying what would be lost takes too long"));
    return tl::make_unexpected("the copy of " + in_quotes(node.path) + " cannot be written: " + why());
  }
  struct stat now {};
  Node after;
  if (::fstat(from.get(), &now) != 0 || !describe(node.path, now, after) || after.size != node.size ||
      after.changed != node.changed)
    return tl::make_unexpected(in_quotes(node.path) + " is being changed by another program");
  return {};
}

Or<void> make_private_folder(const std::string& path) {
  std::error_code failed;
  fs::create_directories(fs::path(path).parent_path(), failed);
  if (::mkdir(path.c_str(), 0700) != 0 && errno != EEXIST) return tl::make_unexpected(path + ": " + why());
  struct stat facts {};
  const bool ours = ::lstat(path.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode) && facts.st_uid == ::geteuid();
  if (!ours || ::chmod(path.c_str(), 0700) != 0) return tl::make_unexpected(path + " is not a folder of this user");
  return {};
}

}  // namespace

Or<Estimate> estimate(const std::vector<Place>& places, const std::string& store, const Care& care) {
  Walk walk(care, store, [](int, Node& node) -> Or<void> {
    const auto folder = folder_around(node.path);
    const bool reads = node.kind != Node::Kind::file ||
                       ::faccessat(folder ? folder->get() : AT_FDCWD, name_of(node.path).c_str(), R_OK, 0) == 0;
    if (!reads) return tl::make_unexpected(in_quotes(node.path) + " cannot be read: " + why());
    return {};
  });
  for (const Place& place : places) {
    if (auto gone = walk.go(place); !gone) return tl::make_unexpected(gone.error());
  }
  return walk.total();
}

Or<Header> Store::keep(Header header, const Care& care) {
  if (!is_entry_id(header.id)) return tl::make_unexpected("no folder can have the name " + in_quotes(header.id));
  if (auto made = make_private_folder(dir_); !made) return tl::make_unexpected(made.error());
  const std::string folder = dir_ + "/" + header.id + std::string(unfinished);
  std::error_code failed;
  fs::remove_all(folder, failed);
  if (auto made = make_private_folder(folder); !made) return tl::make_unexpected(made.error());
  const auto give_up = [&](std::string reason) {
    fs::remove_all(folder, failed);
    return tl::make_unexpected(std::move(reason));
  };
  std::string lines;
  std::uint64_t copies = 0;
  Walk walk(care, dir_, [&](int around, Node& node) -> Or<void> {
    if (node.kind == Node::Kind::file) {
      node.content = std::to_string(++copies);
      if (auto copied = copy_file(around, node, folder, walk); !copied) return copied;
    } else if (node.kind == Node::Kind::folder) {
      const int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
      const Descriptor inner(::openat(around, name_of(node.path).c_str(), flags));
      if (auto read = read_attributes(inner, node); !read) return read;
    } else if (node.kind == Node::Kind::link) {
      std::string leads(4096, '\0');
      const ssize_t size = ::readlinkat(around, name_of(node.path).c_str(), leads.data(), leads.size());
      if (size < 0) return tl::make_unexpected(in_quotes(node.path) + " cannot be read: " + why());
      leads.resize(static_cast<std::size_t>(size));
      node.content = std::move(leads);
    }
    lines += node_line(node);
    if (lines.size() > most_bytes)
      return tl::make_unexpected(std::string("the list of what would be lost is too long"));
    return {};
  });
  for (Place& place : header.places) {
    Node around;
    const std::string folder_path = place.path.substr(0, place.path.rfind('/'));
    const auto found = folder_path.empty() ? Or<Found>(Found()) : look_at(folder_path);
    if (found && found->exists && describe(folder_path, found->facts, around)) {
      place.around_changed = around.changed;
      place.around_read = around.read;
    }
    if (auto gone = walk.go(place); !gone) return give_up(gone.error());
  }
  if (!walk.goes_on()) return give_up("copying what would be lost takes too long");
  header.secrets = walk.total().secrets;
  header.files = walk.total().files;
  header.bytes = walk.total().bytes;
  for (const Text& text : header.texts) header.bytes += text.text.size();
  std::ofstream nodes(folder + "/nodes", std::ios::binary);
  nodes << lines << std::flush;
  if (!nodes) return give_up(folder + "/nodes cannot be written: " + why());
  if (auto written = write_header(folder, header); !written) return give_up(written.error());
  const std::string whole = dir_ + "/" + header.id;
  fs::remove_all(whole, failed);
  if (::rename(folder.c_str(), whole.c_str()) != 0) return give_up(whole + ": " + why());
  return header;
}

Or<void> Store::write_header(const std::string& folder, const Header& header) const {
  const std::string path = folder + "/entry.json";
  std::ofstream out(path + ".tmp", std::ios::binary);
  out << header_text(header) << '\n' << std::flush;
  if (!out || ::rename((path + ".tmp").c_str(), path.c_str()) != 0)
    return tl::make_unexpected(path + " cannot be written: " + why());
  return {};
}

std::vector<Header> Store::list() const {
  std::vector<Header> all;
  std::error_code failed;
  for (fs::directory_iterator at(dir_, failed), none; !failed && at != none; at.increment(failed)) {
    const std::string id = at->path().filename().string();
    if (id.ends_with(unfinished)) continue;
    if (auto header = find(id)) all.push_back(std::move(*header));
  }
  std::sort(all.begin(), all.end(), [](const Header& one, const Header& other) {
    return one.time != other.time ? one.time > other.time : one.id > other.id;
  });
  return all;
}

Or<Header> Store::find(const std::string& id) const {
  const std::string missing = "nothing is kept under " + in_quotes(id) + "; see 'interlockctl undo --list'";
  if (!is_entry_id(id)) return tl::make_unexpected(missing);
  std::error_code failed;
  if (!fs::exists(dir_ + "/" + id + "/entry.json", failed)) return tl::make_unexpected(missing);
  const auto text = text_of(dir_ + "/" + id + "/entry.json");
  if (!text) return tl::make_unexpected(text.error());
  auto header = read_header(*text);
  if (!header) return tl::make_unexpected(dir_ + "/" + id + "/entry.json: " + header.error());
  if (header->id != id) return tl::make_unexpected(dir_ + "/" + id + " has the content of another entry");
  return std::move(*header);
}

Or<std::vector<Node>> Store::nodes(const std::string& id) const {
  const auto text = text_of(dir_ + "/" + id + "/nodes");
  if (!text) return tl::make_unexpected(text.error());
  std::vector<Node> nodes;
  for (std::string_view rest = *text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    auto node = read_node(rest.substr(0, end));
    if (!node) return tl::make_unexpected(dir_ + "/" + id + "/nodes: " + node.error());
    nodes.push_back(std::move(*node));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return nodes;
}

std::string Store::copy_of(const std::string& id, const Node& node) const {
  return dir_ + "/" + id + "/" + node.content;
}

Or<void> Store::mark_undone(const std::string& id, const std::string& by) {
  auto header = find(id);
  if (!header) return tl::make_unexpected(header.error());
  header->undone = by;
  return write_header(dir_ + "/" + id, *header);
}

void Store::tidy(std::int64_t now, const Limits& limits) {
  std::error_code failed;
  std::uint64_t bytes = 0;
  for (const Header& header : list()) {
    bytes += header.bytes;
    const bool old = now - header.time > limits.age.count();
    if (old || bytes > limits.total_bytes) fs::remove_all(dir_ + "/" + header.id, failed);
  }
  for (fs::directory_iterator at(dir_, failed), none; !failed && at != none; at.increment(failed)) {
    // One that is being written is younger.
    if (!at->path().filename().string().ends_with(unfinished)) continue;
    struct stat facts {};
    if (::stat(at->path().c_str(), &facts) == 0 && now - facts.st_mtime > 3600) fs::remove_all(at->path(), failed);
  }
}

}  // namespace interlock::undo
