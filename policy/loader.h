/// Reads policy files: YAML -> Settings, with errors that name file:line:column and the nearest known key. Catches
/// yaml-cpp's exceptions.
#pragma once

#include <cstdint>
#include <optional>
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

/// A compiled policy for gates and the daemon.
struct Loaded {
  Settings settings;
  std::shared_ptr<const gate::Policy> policy;
  std::shared_ptr<const Profiles> profiles;
  std::shared_ptr<const Validators> validators;
  std::string source;  ///< file or "preset default", for people
  /// The key whose signature of the whole text is at the end of the file (bundle.h), whoever has it; nothing: none, or
  /// one of another text.
  std::optional<approval::PublicKey> signed_by;
};

/// Every mistake found, not only the first.
using Errors = std::vector<Error>;

/// The version of the policy language, which a policy may name by its key `version`. It increases when the meaning of a
/// key changes or a key is removed. A policy with a newer version is refused, since it could be misread.
inline constexpr std::uint32_t policy_version = 1;

/// Largest policy file, in bytes; a larger one is refused.
inline constexpr std::size_t max_file_bytes = 1024 * 1024;

/// `default`, `openadapt`, ...: the files of policy/presets, compiled into the program.
tl::expected<Loaded, Errors> load_preset(std::string_view name);
std::vector<std::string_view> preset_names();
/// Loads a file; its optional first key `preset: NAME` names the preset that it is merged over (default: `default`).
tl::expected<Loaded, Errors> load_file(const std::string& path);
/// Loads YAML (or JSON) text merged over `base`; messages call it `name`.
tl::expected<Loaded, Errors> load_text(std::string_view text, const std::string& name, const Settings& base);

/// The same with additional rules, which come last.
tl::expected<Loaded, Errors> with_rules(Loaded loaded, const std::vector<gate::CustomRule>& rules);
/// The policy with interlock's own files on this machine (gate::Config::own_paths).
Loaded with_own_paths(Loaded loaded, std::vector<std::string> paths);

/// The text of a policy or of rules: a regular file, of which at most max_file_bytes + 1 bytes are read.
tl::expected<std::string, Errors> read_policy_file(const std::string& path);
/// The error for a text longer than max_file_bytes, with the place where it exceeds it.
std::optional<Error> too_large(std::string_view text, const std::string& name);

/// $XDG_CONFIG_HOME, or ~/.config; empty if neither variable is set.
std::string config_home();
/// The default policy file: $XDG_CONFIG_HOME/interlock/policy.yaml, then /etc/interlock/policy.yaml; empty if neither
/// exists (the daemon then uses the preset `default`).
std::string find_policy_file();

/// "file:line:column: unknown key 'confidence_treshold', did you mean 'confidence_threshold'?", as compilers write it.
std::string to_text(const Error& mistake);
/// All of them, one per line.
std::string to_text(const Errors& mistakes);

}  // namespace interlock::policy
