/// A policy text as a tree of nodes with their places. Accepts only a plain subset of YAML: no anchors, aliases, tags,
/// merge keys, second documents or duplicate keys, since their effect on a policy is hard to see. JSON is in the
/// subset.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/mistakes.h"

namespace interlock::policy {

/// The deepest nesting of a policy.
inline constexpr std::size_t max_depth = 8;

struct Member;

struct Node {
  enum class Kind { null, plain, quoted, list, map };
  Kind kind = Kind::null;
  Place place;
  std::string text;             ///< of plain and quoted scalars
  std::vector<Node> items;      ///< of a list
  std::vector<Member> members;  ///< of a map, in the text's order

  /// The member with this key, or null.
  const Node* find(std::string_view key) const;
};

struct Member {
  std::string key;
  Place place;
  Node value;
};

/// The tree of `text`, a null node for an empty text; returns nothing if it cannot be parsed. After mistakes that leave
/// a tree (a duplicate key) the tree is returned as well, so that the rest is checked.
std::optional<Node> parse_tree(std::string_view text, Mistakes& mistakes);

}  // namespace interlock::policy
