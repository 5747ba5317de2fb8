#include "policy/lint.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>

#include "gate/words/pattern_set.h"
#include "policy/rules_dir.h"
#include "policy/tree.h"
#include "values/text.h"

namespace interlock::policy {

namespace fs = std::filesystem;

namespace {

class Linter {
 public:
  Linter(const std::string& name, Warnings& warnings) : name_(name), warnings_(warnings) {}

  void look(const Node& root, const Settings& settings) {
    for (const auto key : {"blocklist_patterns", "irreversible_patterns", "credential_patterns"})
      patterns(root.find(key), true);
    patterns(root.find("credential_allowlist"), true);
    for (const auto key : {"terminal_classes"}) duplicates(root.find(key));
    const Node* guardrails = root.find("guardrails");
    if (guardrails != nullptr) guards(*guardrails, settings.gate.guardrails);
    lint_profiles(settings.profiles);
    lint_validators(settings.validators);
  }

 private:
  void add(std::string_view code, Place at, std::string what, std::string advice = {}) {
    warnings_.push_back({code,
                         {std::move(what), name_ + ":" + std::to_string(at.line) + ":" + std::to_string(at.column),
                          std::move(advice)}});
  }

  void guards(const Node& node, const gate::Guardrails& limits) {
    patterns(node.find("blocked_patterns"), false);
    for (const auto key :
         {"allowed_domains", "blocked_domains", "blocked_categories", "allowed_protocols", "idempotent_tools"}) {
      duplicates(node.find(key));
    }
    const bool allow_only = !limits.allowed_domains.empty();
    for (const auto key : {"blocked_domains", "blocked_categories"}) {
      if (const Node* list = node.find(key); list != nullptr && allow_only && !list->items.empty()) {
        add("dead", list->place, std::string(key) + " has no effect beside allowed_domains, which allows nothing else");
      }
    }
    const auto needs = [&](const char* key, const char* other, bool set, bool other_set) {
      if (const Node* value = node.find(key); value != nullptr && set && !other_set) {
        add("dead", value->place, std::string(key) + " has no effect while " + other + " is 0");
      }
    };
    const bool length = limits.stuck_cycle_max_length > 0;
    const bool rounds = limits.stuck_cycle_repeats > 0;
    needs("stuck_cycle_max_length", "stuck_cycle_repeats", length, rounds);
    needs("stuck_cycle_repeats", "stuck_cycle_max_length", rounds, length);
    const bool window = limits.stuck_failure_cluster_window > 0;
    const bool threshold = limits.stuck_failure_cluster_threshold > 0;
    needs("stuck_failure_cluster_window", "stuck_failure_cluster_threshold", window, threshold);
    needs("stuck_failure_cluster_threshold", "stuck_failure_cluster_window", threshold, window);
    if (window && threshold && limits.stuck_failure_cluster_threshold > limits.stuck_failure_cluster_window) {
      if (const Node* value = node.find("stuck_failure_cluster_threshold")) {
        add("dead", value->place, "so many failures never fit into stuck_failure_cluster_window");
      }
    }
  }

  void duplicates(const Node* list) {
    if (list == nullptr || list->kind != Node::Kind::list) return;
    std::map<std::string, int> lines;
    for (const Node& item : list->items) {
      const auto [first, is_new] = lines.emplace(normalise(item.text).text, item.place.line);
      if (is_new) continue;
      add("duplicate", item.place,
          in_single_quotes(item.text) + " is in the list already, in line " + std::to_string(first->second));
    }
  }

  void patterns(const Node* list, bool words) {
    if (list == nullptr || list->kind != Node::Kind::list) return;
    duplicates(list);
    std::vector<const Node*> literals;
    for (const Node& item : list->items) {
      std::string error;
      const auto pattern = gate::Pattern::compile(item.text, error);
      if (!pattern) continue;
      breadth(item, *pattern, words);
      const bool literal = item.text.find_first_of("\\^$.|?*+()[]{}") == std::string::npos;
      const auto shadow = std::find_if(literals.begin(), literals.end(), [&](const Node* earlier) {
        const auto part = normalise(earlier->text).text;
        const auto whole = normalise(item.text).text;
        return part != whole && whole.find(part) != std::string::npos;
      });
      if (literal && shadow != literals.end()) {
        add("shadowed", item.place,
            in_single_quotes(item.text) + " adds nothing: " + in_single_quotes((*shadow)->text) + " in line " +
                std::to_string((*shadow)->place.line) + " is found wherever this is");
      }
      if (literal && literals.size() < max_compared) literals.push_back(&item);
    }
  }

  void breadth(const Node& item, const gate::Pattern& pattern, bool words) {
    static constexpr auto ordinary = std::to_array<std::string_view>(
        {"ok",       "cancel",  "open",  "back",     "next", "search", "help",       "file",
         "edit",     "view",    "home",  "settings", "menu", "save",   "print",      "read more",
         "show all", "zoom in", "inbox", "new tab",  "name", "email",  "the report", "hello world"});
    if (pattern.found_in("")) {
      return add("broad", item.place,
                 in_single_quotes(item.text) + " matches any text, because it matches the empty text");
    }
    if (!words) return;
    const auto count =
        std::count_if(ordinary.begin(), ordinary.end(), [&](std::string_view word) { return pattern.found_in(word); });
    if (count >= 3) {
      add("broad", item.place,
          in_single_quotes(item.text) + " matches " + std::to_string(count) + " of " + std::to_string(ordinary.size()) +
              " ordinary words",
          "write \\b around a word, or more of it");
    }
  }

  void lint_profiles(const std::vector<ProfileSettings>& profiles) {
    std::vector<gate::CustomRule> whens;
    for (const ProfileSettings& profile : profiles) {
      lint_rules(profile.gate.rules, warnings_);
      if (!profile.when) continue;
      gate::CustomRule when;
      when.name = profile.name;
      when.when = *profile.when;
      when.decision = Decision::warn;  // may apply to everyone
      when.file = name_;
      when.at = profile.at;
      whens.push_back(std::move(when));
    }
    lint_rules(whens, warnings_);
  }

  /// Each on its own: two validators that are asked about the same action may decide differently.
  void lint_validators(const std::vector<ValidatorSettings>& validators) {
    for (const ValidatorSettings& validator : validators) {
      if (!validator.when) continue;
      gate::CustomRule when;
      when.name = validator.name;
      when.when = *validator.when;
      when.decision = Decision::warn;  // may be asked about everything
      when.file = name_;
      when.at = validator.at;
      lint_rules({when}, warnings_);
    }
  }

  static constexpr std::size_t max_compared = 500;
  const std::string& name_;
  Warnings& warnings_;
};

}  // namespace

tl::expected<Warnings, Errors> lint_policy(std::string_view text, const std::string& name) {
  const auto base = load_preset("default");
  if (!base) return tl::unexpected(base.error());
  const auto loaded = load_text(text, name, base->settings);
  if (!loaded) return tl::unexpected(loaded.error());
  Warnings warnings;
  Mistakes none(name);
  if (const auto root = parse_tree(text, none)) Linter(name, warnings).look(*root, loaded->settings);
  lint_rules(loaded->settings.gate.rules, warnings);
  return warnings;
}

tl::expected<Warnings, Errors> lint_rules_text(std::string_view text, const std::string& name) {
  const auto rules = load_rules_text(text, name);
  if (!rules) return tl::unexpected(rules.error());
  Warnings warnings;
  lint_rules(*rules, warnings);
  return warnings;
}

void lint_rule_dirs(const std::vector<std::string>& dirs, Warnings& warnings) {
  std::map<std::string, std::string> seen;
  for (const std::string& dir : dirs) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (auto entry = fs::directory_iterator(dir, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
      paths.push_back(entry->path());
    }
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      const std::string name = path.filename().string();
      if (name.starts_with('_') || name.starts_with('.')) continue;
      if (path.extension() != ".yaml") {
        warnings.push_back({"not_read", {"not read: its name does not end in .yaml", path.string(), {}}});
        continue;
      }
      const auto [first, is_new] = seen.emplace(name, path.string());
      if (!is_new) {
        warnings.push_back({"shadowed",
                            {"not read: " + first->second + " has the same name and comes first", path.string(),
                             "give it a name of its own"}});
      }
    }
  }
}

}  // namespace interlock::policy
