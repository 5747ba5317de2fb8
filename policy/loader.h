/// Policy files: YAML -> Settings, with errors that name file:line:column and the nearest known key. yaml-cpp's
/// exceptions stop here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <tl/expected.hpp>

#include "gate/policy/policy.h"
#include "policy/profiles.h"
#include "policy/settings.h"
#include "policy/validators.h"
#include "values/error.h"

namespace interlock::policy {

/// A policy that compiled, ready for gates and daemon.
struct Loaded {
  Settings settings;
  std::shared_ptr<const gate::Policy> policy;
  std::shared_ptr<const Profiles> profiles;
  std::shared_ptr<const Validators> validators;
  std::string source;  ///< file or "preset default", for people
};

/// Every mistake found, not only the first.
using Errors = std::vector<Error>;

/// The version of the policy's language, which a policy may name by its key `version`. It grows when what a key means
/// changes, or when a key goes; a policy that names a newer one is refused, since it could be misunderstood.
inline constexpr std::uint32_t policy_version = 1;

/// Largest policy file, in bytes; a larger one is refused.
inline constexpr std::size_t max_file_bytes = 1024 * 1024;

/// `default`, `openadapt`, ...: the files of policy/presets, compiled into the program.
tl::expected<Loaded, Errors> load_preset(std::string_view name);
std::vector<std::string_view> preset_names();
/// A file; its optional first key `preset: NAME` says what it is merged over (default: `default`).
tl::expected<Loaded, Errors> load_file(const std::string& path);
/// YAML (or JSON) text merged over `base`; `name` stands in messages for the file.
tl::expected<Loaded, Errors> load_text(std::string_view text, const std::string& name, const Settings& base);

/// The same with further rules, which come last.
tl::expected<Loaded, Errors> with_rules(Loaded loaded, const std::vector<gate::CustomRule>& rules);
/// The policy with interlock's own files on this machine (gate::Config::own_paths).
Loaded with_own_paths(Loaded loaded, std::vector<std::string> paths);

/// The text of a policy or of rules: a regular file, of at most max_file_bytes and one more.
tl::expected<std::string, Errors> read_policy_file(const std::string& path);
/// Says where the text goes past max_file_bytes.
std::optional<Error> too_large(std::string_view text, const std::string& name);

/// $XDG_CONFIG_HOME, or ~/.config; empty when nobody says.
std::string config_home();
/// Where the daemon looks when not told: $XDG_CONFIG_HOME/interlock/policy.yaml, then /etc/interlock/policy.yaml;
/// empty when neither exists (then: preset `default`).
std::string find_policy_file();

/// "file:line:column: unknown key 'confidence_treshold', did you mean 'confidence_threshold'?", as compilers say it.
std::string to_text(const Error& mistake);
/// All of them, one a line.
std::string to_text(const Errors& mistakes);

}  // namespace interlock::policy
