/// The folders of custom rules: rules.d of the system, of the user, of a project. Of files with the same name the first
/// one applies, so that a user's file cannot replace a rule of the system.
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

/// The largest number of files in one rules.d; more is an error.
inline constexpr std::size_t max_rule_files = 1000;

/// /etc/interlock/rules.d, $XDG_CONFIG_HOME/interlock/rules.d (or ~/.config), and PROJECT/.interlock/rules.d if a
/// project is given. They need not exist.
std::vector<std::string> rules_dirs(const std::string& project);

/// The files that apply, in the order in which they are read: by name. `*.yaml`, except names that begin with "_" or
/// ".". The error names a folder that cannot be read, or one that others could change.
tl::expected<std::vector<std::string>, std::vector<Error>> find_rule_files(const std::vector<std::string>& dirs);

/// The rules of the files that apply in these folders. Reports all mistakes of all files.
tl::expected<std::vector<gate::CustomRule>, std::vector<Error>> load_rules_dirs(const std::vector<std::string>& dirs);
/// The rules of these files and folders, which must exist.
tl::expected<std::vector<gate::CustomRule>, std::vector<Error>> load_rules(const std::vector<std::string>& paths);

/// Reads the text of one file, which may have only `rules:`; messages call it `name`.
tl::expected<std::vector<gate::CustomRule>, std::vector<Error>> load_rules_text(std::string_view text,
                                                                                const std::string& name);

/// The reason if users other than root and us could change `path`: it or a folder above it belongs to another user, or
/// its group or others may write to it (in a sticky folder such as /tmp only its entries matter). Returns nothing if
/// nobody can.
std::optional<Error> changeable_by_others(const std::string& path);

}  // namespace interlock::policy
