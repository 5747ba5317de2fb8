/// Reads one setting from a node of the tree, strict about type and range. A mistake is reported and leaves the setting
/// unchanged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "policy/mistakes.h"
#include "policy/tree.h"
#include "values/decision.h"

namespace interlock::policy {

/// "a list", "true or false", ...: what the node is, for messages.
std::string kind_of(const Node& node);
/// Reports "WANTED expected, found ...".
void wrong_type(const Node& node, std::string_view wanted, Mistakes& mistakes);

/// A text. A plain scalar that YAML reads as a number or boolean must be quoted. Returns nothing after a mistake.
std::optional<std::string> text_of(const Node& node, Mistakes& mistakes);
/// One of `words`, which messages call a `kind` ("preset"); returns nothing after a mistake, which names the nearest.
std::optional<std::string_view> word_of(const Node& node, std::string_view kind,
                                        const std::vector<std::string_view>& words, Mistakes& mistakes);

/// A decision by its name; returns nothing after a mistake.
std::optional<Decision> decision_of(const Node& node, Mistakes& mistakes);

void read(const Node& node, bool& into, Mistakes& mistakes);
void read_number(const Node& node, double& into, double least, double most, Mistakes& mistakes);
void read_count(const Node& node, std::uint32_t& into, std::uint32_t least, std::uint32_t most, Mistakes& mistakes);
/// A list of non-empty texts: an empty pattern would match everything.
void read(const Node& node, std::vector<std::string>& into, Mistakes& mistakes);
/// A non-empty text, or null for none.
void read(const Node& node, std::optional<std::string>& into, Mistakes& mistakes);

}  // namespace interlock::policy
