/// A policy text as a tree that remembers where everything stood. Only the plain part of YAML is taken: no anchors,
/// aliases, tags, merge keys or second documents, no key twice; what they would do to a policy cannot be seen by
/// reading it. JSON is such a text, too.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "policy/mistakes.h"

namespace interlock::policy {

/// Nesting of a policy; deeper is no policy.
inline constexpr std::size_t max_depth = 8;

struct Member;

struct Node {
  enum class Kind { null, plain, quoted, list, map };
  Kind kind = Kind::null;
  Place place;
  std::string text;             ///< of plain and quoted scalars
  std::vector<Node> items;      ///< of a list
  std::vector<Member> members;  ///< of a map, in the text's order

  /// The member called `key`, or null.
  const Node* find(std::string_view key) const;
};

struct Member {
  std::string key;
  Place place;
  Node value;
};

/// The tree of `text`, a null node for an empty one; nothing when it cannot be read at all. Mistakes that leave a tree
/// (a key twice) are told and the tree is given, so that the rest is checked as well.
std::optional<Node> parse_tree(std::string_view text, Mistakes& mistakes);

}  // namespace interlock::policy
