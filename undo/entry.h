/// What was kept of one action: a header for lists, and a node for each file, folder and link. Both are stored as JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "undo/attributes.h"
#include "undo/places.h"

namespace interlock::undo {

struct Node {
  enum class Kind : std::uint8_t { file, folder, link };
  Kind kind = Kind::file;
  std::string path;        ///< absolute, any bytes
  std::uint32_t mode = 0;  ///< permission bits
  std::uint32_t owner = 0;
  std::uint32_t group = 0;
  std::int64_t changed = 0;  ///< time of modification, ns since 1970
  std::int64_t read = 0;     ///< time of the last access, ns since 1970
  std::uint64_t size = 0;
  Attributes attributes = {};
  std::string content;  ///< of a file: the name of its copy; of a link: where it leads to
  bool operator==(const Node&) const = default;
};

/// The text of a field of a form before an action replaced it.
struct Text {
  std::string field;  ///< `entry "Subject" in firefox`
  std::string text;
  bool operator==(const Text&) const = default;
};

struct Header {
  std::string id;         ///< of the action in the audit log
  std::int64_t time = 0;  ///< s since 1970
  std::string session = {};
  std::string agent = {};
  std::string summary = {};  ///< what was about to be done
  std::vector<Place> places = {};
  std::vector<std::string> secrets = {};  ///< paths of files in them that are not kept
  std::vector<Text> texts = {};
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  std::string undone =
      {};  ///< the entry with what an undo of this one replaced, "-" if it replaced nothing; empty: not undone
  bool operator==(const Header&) const = default;
};

/// The letters, digits, "-", "_" and "." of an id, which names a folder; never empty, "." or "..".
bool is_entry_id(std::string_view id);

std::string header_text(const Header& header);
tl::expected<Header, std::string> read_header(std::string_view text);
/// One line for each node.
std::string node_line(const Node& node);
tl::expected<Node, std::string> read_node(std::string_view line);

}  // namespace interlock::undo
