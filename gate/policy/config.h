/// A policy as plain data, before it is compiled. Member names are the YAML keys. A default-constructed Config has
/// exactly the defaults of the published safety-gate design; `policy/` loads others over it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gate/policy/captcha_kind.h"
#include "gate/policy/chord_case.h"
#include "gate/policy/custom_rule.h"
#include "gate/policy/destination_case.h"
#include "gate/secrets/secret_binding.h"
#include "gate/url/site_categories.h"
#include "gate/words/category.h"
#include "gate/words/pattern_error.h"
#include "values/decision.h"
#include "values/unknown.h"

namespace interlock::gate {

/// Where blocklist and irreversible patterns are searched.
enum class TextRules : std::uint8_t {
  words,        ///< the published design: anywhere in the action's own text and the target's label
  consequence,  ///< interlock's: in labels of controls that would be pressed, and in command lines; what those labels
                ///< and commands do, the gate knows itself, and a policy's patterns are added (the preset has none)
};

/// CUA's `guardrails:` section; 0 switches a limit off.
struct Guardrails {
  std::uint32_t stuck_repeat_hint = 0;
  std::uint32_t stuck_repeat_warn = 0;
  std::uint32_t stuck_repeat_stop = 0;
  std::uint32_t stuck_window_size = 0;  ///< number of latest actions that are considered; 0: all that are remembered
  std::uint32_t stuck_revisit_gap = 0;  ///< back on a page after so many actions elsewhere: a hint
  std::uint32_t stuck_cycle_max_length = 0;           ///< steps in one round of a cycle
  std::uint32_t stuck_cycle_repeats = 0;              ///< rounds after which a cycle gives a hint
  std::uint32_t stuck_failure_cluster_window = 0;     ///< number of latest steps that are searched for failures
  std::uint32_t stuck_failure_cluster_threshold = 0;  ///< this many failures among them give a hint
  std::uint32_t max_consecutive_errors = 0;           ///< this many failures in a row halt
  // Of tool calls, counted by turn: the same call failing, the same tool failing, the same call with the same result.
  std::uint32_t exact_failure_warn = 0;
  std::uint32_t exact_failure_block = 0;
  std::uint32_t same_tool_failure_warn = 0;
  std::uint32_t same_tool_failure_halt = 0;
  std::uint32_t no_progress_warn = 0;
  std::uint32_t no_progress_block = 0;  ///< of tools that only read
  std::vector<std::string>
      idempotent_tools;  ///< tools that only read: no_progress_* applies only to these; empty: the built-in list
  bool allow_private_networks = true;
  bool resolve_names = false;  ///< also judge names by their addresses; no effect if private networks are allowed
  /// True: no host may be given by its address; false: any may; not set: none of a private network in a disguised form.
  std::optional<bool> block_ip_addresses = false;
  std::vector<std::string> allowed_domains;  ///< if not empty, nothing else is allowed
  bool allow_directive_domains = false;      ///< if the task names sites, these are added to allowed_domains
  std::vector<std::string> blocked_domains;  ///< only used if allowed_domains is empty
  std::vector<url::SiteCategory> blocked_categories;
  std::vector<std::string> allowed_protocols;  ///< schemes; empty: any
  std::vector<std::string> blocked_patterns;   ///< matched on whole URLs
  std::uint32_t max_urls_visited = 0;
  std::uint32_t max_visits_per_domain = 0;
};

/// How much a session may do; 0 switches a limit off.
struct Budget {
  std::uint32_t max_actions_per_second = 0;  ///< more are blocked
  std::uint32_t max_steps = 0;               ///< actions in a session; then it is halted
  std::uint32_t max_session_minutes = 0;     ///< since the session's first action; then it is halted
  static constexpr std::uint32_t most_actions_per_second = 1000;
};

/// Applications with a decision of their own for all actions in them.
struct ApplicationTier {
  Decision decision =
      Decision::allow;  ///< require_confirmation and warn: only at a session's first action in one of them
  std::vector<std::string> applications;  ///< program names or window classes, any case
};

struct Config {
  TextRules text_rules = TextRules::words;
  std::vector<std::string> blocklist_patterns = {R"(\bdelete\b)",   R"(\bremove\b)",    R"(\bformat\b)",
                                                 R"(\breset\b)",    R"(\bbroadcast\b)", R"(\bdrop\s+table\b)",
                                                 R"(\btruncate\b)", R"(\brm\s+-rf\b)",  R"(\bsudo\s+rm\b)"};
  std::vector<std::string> irreversible_patterns = {
      R"(\bsubmit\b)",   R"(\bsend\b)",     R"(\bapply\b)", R"(\bconfirm\b)", R"(\bclos(?:e|ing)\b.*\bunsaved\b)",
      R"(\bpurchase\b)", R"(\bcheckout\b)", R"(\bpay\b)"};
  double confidence_threshold = 0.7;  ///< below this a given confidence asks
  std::uint32_t loop_threshold = 3;   ///< this many visits of one state block; 0 = off
  std::vector<std::string> credential_patterns = {"password", "token", "secret", "api_key", "apikey", "credential"};
  std::vector<std::string> credential_allowlist;       ///< fields that match one of these are not secret
  std::optional<std::string> expected_app;             ///< part of the application's name or window class
  std::optional<std::string> expected_window_pattern;  ///< pattern for the window's title
  std::vector<std::string> terminal_classes = {
      "xterm",       "uxterm",     "gnome-terminal", "konsole",    "xfce4-terminal", "kitty",
      "alacritty",   "urxvt",      "rxvt",           "terminator", "tilix",          "foot",
      "st-256color", "lxterminal", "mate-terminal",  "qterminal",  "wezterm"};
  std::map<Unknown, Decision> unknown_target;  ///< overrides of the failure table's decisions
  /// True: a label that is read from the pixels may take the place of a target that is not known
  /// (readings/read_label.h).
  bool trust_reading = false;
  std::map<Category, Decision> consequences;  ///< overrides of the category table's decisions
  /// The decision about actions outside the scope that was derived from a task's text; outside a given scope they are
  /// always blocked.
  Decision directive_scope = Decision::allow;
  std::map<DestinationCase, Decision> destinations;  ///< overrides of the destination table's decisions
  Guardrails guardrails;
  std::vector<std::string>
      protected_classes;               ///< applications that no agent may use, in addition to those the gate knows
  Decision captcha = Decision::allow;  ///< about answering a challenge for people, after its wait
  std::array<std::uint32_t, captcha_kind_count>
      captcha_waits{};  ///< seconds within which a challenge may disappear by itself
  std::array<Decision, chord_case_count> key_chords{};
  bool show_developer_tools = false;  ///< to agents, in `observe` and `screenshot`: consoles can print a page's secrets
  Budget budget;
  std::map<std::string, ApplicationTier> application_tiers;  ///< by name
  std::vector<CustomRule> rules;                             ///< the user's own rules, in addition
  std::vector<SecretBinding> secrets;                        ///< those that `type_secret` may type, and where
  /// interlock's own files and folders on this machine, in addition to those that it always knows by name: absolute
  /// paths without a slash at the end. Not a key of the policy: the daemon sets it.
  std::vector<std::string> own_paths;
};

}  // namespace interlock::gate
