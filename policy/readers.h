/// From a node of the tree to one setting: strict about type and range; a mistake is told and leaves the setting alone.
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

/// "a list", "true or false", ...: what stands there, for messages.
std::string kind_of(const Node& node);
/// Tells "KEY: WANTED expected, found ...".
void wrong_type(const Node& node, std::string_view wanted, Mistakes& mistakes);

/// A text; a plain scalar that YAML takes for a number or truth value is none, unless quoted. Nothing after a mistake.
std::optional<std::string> text_of(const Node& node, Mistakes& mistakes);
/// One of `words`, which are `kind`s ("preset"); nothing after a mistake, which names the nearest.
std::optional<std::string_view> word_of(const Node& node, std::string_view kind,
                                        const std::vector<std::string_view>& words, Mistakes& mistakes);

/// A decision by its name; nothing after a mistake.
std::optional<Decision> decision_of(const Node& node, Mistakes& mistakes);

void read(const Node& node, bool& into, Mistakes& mistakes);
void read_number(const Node& node, double& into, double least, double most, Mistakes& mistakes);
void read_count(const Node& node, std::uint32_t& into, std::uint32_t least, std::uint32_t most, Mistakes& mistakes);
/// A list of texts, none of them empty: an empty pattern matches everything.
void read(const Node& node, std::vector<std::string>& into, Mistakes& mistakes);
/// A text that is not empty, or null for none.
void read(const Node& node, std::optional<std::string>& into, Mistakes& mistakes);

}  // namespace interlock::policy
