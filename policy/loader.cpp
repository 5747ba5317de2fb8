#include "policy/loader.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>

#include "policy/approvers.h"
#include "policy/bundle.h"
#include "policy/keys.h"
#include "policy/presets.h"
#include "policy/readers.h"
#include "policy/rules_dir.h"
#include "policy/tree.h"

namespace interlock::policy {

namespace {

Errors one(std::string what, std::string where, std::string advice = {}) {
  return {{std::move(what), std::move(where), std::move(advice)}};
}

/// The place in the text of the pattern that RE2 refused.
Place place_of(const gate::PatternError& error, const Node& root) {
  if (error.at.line > 0) return {error.at.line, error.at.column};
  // "guardrails.allowed_domains" is in its section.
  const std::size_t dot = error.key.find('.');
  const Node* node = root.find(error.key.substr(0, dot));
  if (node != nullptr && dot != std::string::npos) node = node->find(error.key.substr(dot + 1));
  if (node == nullptr) return root.place;
  return error.index < node->items.size() ? node->items[error.index].place : node->place;
}

/// The settings of `preset: NAME`, or `base` if the text has no such key.
Settings base_of(const Node& root, const Settings& base, Mistakes& mistakes) {
  const Node* node = root.find("preset");
  if (node == nullptr) return base;
  const auto name = word_of(*node, "preset", preset_names(), mistakes);
  if (!name) return base;
  const auto preset = load_preset(*name);
  return preset ? preset->settings : base;
}

/// True if the version of the text is supported; a newer one is a mistake.
bool version_is_known(const Node& root, Mistakes& mistakes) {
  const Node* node = root.find("version");
  if (node == nullptr) return true;
  std::uint32_t version = policy_version;
  read_count(*node, version, 1, std::numeric_limits<std::uint32_t>::max(), mistakes);
  if (version <= policy_version) return true;
  mistakes.add(node->place,
               "the policy is of version " + std::to_string(version) + "; this interlock reads versions up to " +
                   std::to_string(policy_version),
               "install a newer interlock, or go back to the policy that was used with this one");
  return false;
}

bool is_there(const std::string& path) {
  std::error_code error;
  // A file that exists and cannot be examined is an error, not a file to skip.
  return std::filesystem::status(path, error).type() != std::filesystem::file_type::not_found;
}

}  // namespace

tl::expected<std::string, Errors> read_policy_file(const std::string& path) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    const auto why = error ? error.message() : std::string("no such file");
    return tl::unexpected(one("cannot read the policy: " + why, path, "check that the file is there and readable"));
  }
  // A pipe could block the daemon, or be empty when read again.
  if (!std::filesystem::is_regular_file(status)) return tl::unexpected(one("the policy is not a regular file", path));
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const std::string why = std::strerror(errno);
    return tl::unexpected(one("cannot read the policy: " + why, path, "check that the file is there and readable"));
  }
  std::string text(max_file_bytes + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) return tl::unexpected(one("cannot read the policy: reading failed", path));
  text.resize(static_cast<std::size_t>(file.gcount()));
  return text;
}

std::optional<Error> too_large(std::string_view text, const std::string& name) {
  if (text.size() <= max_file_bytes) return std::nullopt;
  const std::string_view read = text.substr(0, max_file_bytes);
  const auto line = std::count(read.begin(), read.end(), '\n') + 1;
  const auto column = read.size() - (read.rfind('\n') + 1) + 1;  // npos + 1 is 0
  return Error{"larger than " + std::to_string(max_file_bytes / 1024) + " KiB",
               name + ":" + std::to_string(line) + ":" + std::to_string(column),
               "no policy needs so much: is this the right file?"};
}

tl::expected<Loaded, Errors> load_text(std::string_view text, const std::string& name, const Settings& base) {
  if (auto fault = too_large(text, name)) return tl::unexpected(Errors{std::move(*fault)});
  Mistakes mistakes(name);
  const auto root = parse_tree(text, mistakes);
  if (!root) return tl::unexpected(mistakes.take());
  // The rest of a newer version could be misread.
  if (!version_is_known(*root, mistakes)) return tl::unexpected(mistakes.take());
  Loaded loaded{.settings = base_of(*root, base, mistakes),
                .policy = nullptr,
                .profiles = nullptr,
                .validators = nullptr,
                .source = name,
                .signed_by = {}};
  read_settings(*root, loaded.settings, mistakes);
  check_approvers(*root, loaded.settings, mistakes);
  for (auto& rule : console_rules(loaded.settings.approvers)) loaded.settings.gate.rules.push_back(std::move(rule));
  check_bundle_section(*root, loaded.settings.bundle, mistakes);
  if (const Node* profiles = root->find("profiles")) read_profiles(*profiles, loaded.settings, mistakes);
  // Compiled in spite of other mistakes, so that all mistakes are reported at once.
  auto compiled = gate::Policy::compile(loaded.settings.gate);
  if (const auto* errors = std::get_if<std::vector<gate::PatternError>>(&compiled)) {
    for (const auto& error : *errors) mistakes.add(place_of(error, *root), "not a pattern: " + error.message);
  } else {
    loaded.policy = std::get<std::shared_ptr<const gate::Policy>>(compiled);
  }
  loaded.profiles = std::make_shared<const Profiles>(Profiles::compile(loaded.settings.profiles, mistakes));
  loaded.validators = std::make_shared<const Validators>(compile_validators(loaded.settings.validators, mistakes));
  if (!mistakes.empty()) return tl::unexpected(mistakes.take());
  return loaded;
}

tl::expected<Loaded, Errors> load_preset(std::string_view name) {
  for (const auto& preset : presets()) {
    if (preset.name == name) return load_text(preset.text, "preset " + std::string(name), Settings{});
  }
  return tl::unexpected(one(unknown("preset", name, preset_names()), ""));
}

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const auto& preset : presets()) names.push_back(preset.name);
  return names;
}

tl::expected<Loaded, Errors> load_file(const std::string& path) {
  const auto text = read_policy_file(path);
  if (!text) return tl::unexpected(text.error());
  auto base = load_preset("default");
  if (!base) return base;
  auto loaded = load_text(*text, path, base->settings);
  if (!loaded) return loaded;
  loaded->signed_by = signer_of(*text);
  if (loaded->settings.approvers.list.empty() && loaded->settings.bundle.signers.empty()) return loaded;
  // Whoever may write the file could name approvers or signers of their own.
  if (auto fault = changeable_by_others(path)) return tl::unexpected(Errors{std::move(*fault)});
  return loaded;
}

tl::expected<Loaded, Errors> with_rules(Loaded loaded, const std::vector<gate::CustomRule>& rules) {
  if (rules.empty()) return loaded;
  auto& all = loaded.settings.gate.rules;
  all.insert(all.end(), rules.begin(), rules.end());
  auto compiled = gate::Policy::compile(loaded.settings.gate);
  if (const auto* errors = std::get_if<std::vector<gate::PatternError>>(&compiled)) {
    Errors reported;
    for (const auto& error : *errors) {
      reported.push_back({error.message,
                          error.file + ":" + std::to_string(error.at.line) + ":" + std::to_string(error.at.column),
                          {}});
    }
    return tl::unexpected(std::move(reported));
  }
  loaded.policy = std::get<std::shared_ptr<const gate::Policy>>(compiled);
  return loaded;
}

Loaded with_own_paths(Loaded loaded, std::vector<std::string> paths) {
  loaded.settings.gate.own_paths = std::move(paths);
  // It compiled before, and this adds no pattern.
  auto compiled = gate::Policy::compile(loaded.settings.gate);
  if (auto* policy = std::get_if<std::shared_ptr<const gate::Policy>>(&compiled)) loaded.policy = std::move(*policy);
  return loaded;
}

std::string config_home() {
  const char* config = std::getenv("XDG_CONFIG_HOME");
  const char* home = std::getenv("HOME");
  // The XDG base directory specification: a relative path there must be ignored.
  if (config != nullptr && config[0] == '/') return config;
  if (home != nullptr && home[0] == '/') return std::string(home) + "/.config";
  return {};
}

std::string find_policy_file() {
  const std::string own = config_home();
  for (const auto& path :
       {own.empty() ? own : own + "/interlock/policy.yaml", std::string("/etc/interlock/policy.yaml")}) {
    if (!path.empty() && is_there(path)) return path;
  }
  return {};
}

std::string to_text(const Error& mistake) {
  std::string line = mistake.where.empty() ? mistake.what : mistake.where + ": " + mistake.what;
  if (!mistake.advice.empty()) line += " (" + mistake.advice + ")";
  return line;
}

std::string to_text(const Errors& mistakes) {
  std::string lines;
  for (const auto& mistake : mistakes) lines += (lines.empty() ? "" : "\n") + to_text(mistake);
  return lines;
}

}  // namespace interlock::policy
