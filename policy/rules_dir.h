/// Where rules of one's own are found: rules.d of the system, of the user, of a project. Of files with the same name
/// the first found counts, so nobody undoes a rule of the system by a file of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "gate/policy/custom_rule.h"
#include "values/error.h"

namespace interlock::policy {

/// In one rules.d; more is a mistake, not a wish.
inline constexpr std::size_t max_rule_files = 1000;

/// /etc/interlock/rules.d, $XDG_CONFIG_HOME/interlock/rules.d (or ~/.config), PROJECT/.interlock/rules.d where a
/// project is given. They need not exist.
std::vector<std::string> rules_dirs(const std::string& project);

/// The files that count, in the order in which they are read: by name. `*.yaml`, but not what begins with "_" or ".".
/// The error names a folder that cannot be read, or one that others could change.
tl::expected<std::vector<std::string>, std::vector<Error>> find_rule_files(const std::vector<std::string>& dirs);

/// The rules of the files that count in these folders. All mistakes of all files are told.
tl::expected<std::vector<gate::CustomRule>, std::vector<Error>> load_rules_dirs(const std::vector<std::string>& dirs);
/// The rules of these files and folders, which must be there.
tl::expected<std::vector<gate::CustomRule>, std::vector<Error>> load_rules(const std::vector<std::string>& paths);

/// The text of one file, which holds `rules:` and nothing else; `name` stands in messages for it.
tl::expected<std::vector<gate::CustomRule>, std::vector<Error>> load_rules_text(std::string_view text,
                                                                                const std::string& name);

/// Why somebody else than root and we could change what `path` says: it or a folder above it belongs to others, or may
/// be written by its group or by all (in a folder like /tmp only what is in it counts). Nothing where nobody can.
std::optional<Error> changeable_by_others(const std::string& path);

}  // namespace interlock::policy
