/// A policy as plain data, before it is compiled. Member names are the YAML keys. A default-constructed Config holds
/// the published safety-gate design's defaults to the letter; `policy/` loads others over it.
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
#include "gate/url/site_categories.h"
#include "gate/words/category.h"
#include "gate/words/pattern_error.h"
#include "values/decision.h"
#include "values/unknown.h"

namespace interlock::gate {

/// Where a blocklist or irreversible pattern is looked for.
enum class TextRules : std::uint8_t {
  words,        ///< the published design: in the action's own text and the target's label, wherever they stand
  consequence,  ///< ours: in labels of controls that would be pressed, and in command lines; what those labels and
                ///< commands do, the gate knows by itself, and a policy's patterns come on top (the preset has none)
};

/// CUA's `guardrails:` section; 0 switches a limit off.
struct Guardrails {
  std::uint32_t stuck_repeat_hint = 0;
  std::uint32_t stuck_repeat_warn = 0;
  std::uint32_t stuck_repeat_stop = 0;
  std::uint32_t stuck_window_size = 0;                ///< latest actions looked at; 0: all that are remembered
  std::uint32_t stuck_revisit_gap = 0;                ///< back on a page after so many actions elsewhere: told
  std::uint32_t stuck_cycle_max_length = 0;           ///< steps in one round of a cycle
  std::uint32_t stuck_cycle_repeats = 0;              ///< rounds at which a cycle is told
  std::uint32_t stuck_failure_cluster_window = 0;     ///< latest steps looked at for failures
  std::uint32_t stuck_failure_cluster_threshold = 0;  ///< this many of them failed: told
  std::uint32_t max_consecutive_errors = 0;           ///< this many failures in a row halt
  // Of tool calls, counted by turn: the same call failing, the same tool failing, the same call coming to the same.
  std::uint32_t exact_failure_warn = 0;
  std::uint32_t exact_failure_block = 0;
  std::uint32_t same_tool_failure_warn = 0;
  std::uint32_t same_tool_failure_halt = 0;
  std::uint32_t no_progress_warn = 0;
  std::uint32_t no_progress_block = 0;        ///< of tools that only read
  std::vector<std::string> idempotent_tools;  ///< tools that only read: no_progress_* is for these alone; empty: ours
  bool allow_private_networks = true;
  bool resolve_names = false;  ///< judge names by the addresses they stand for, too; nothing where those are allowed
  /// True: no host may be named by its address; false: any; not set: none of a private network in disguise.
  std::optional<bool> block_ip_addresses = false;
  std::vector<std::string> allowed_domains;  ///< where there are any, nothing else is allowed
  bool allow_directive_domains = false;      ///< where the task names sites, allowed_domains are those, too
  std::vector<std::string> blocked_domains;  ///< for what allowed_domains leaves open: nothing where there are any
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

/// Applications that are judged as such, whatever is done in them.
struct ApplicationTier {
  Decision decision = Decision::allow;    ///< require_confirmation and warn: at a session's first action in one of them
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
  std::map<Category, Decision> consequences;   ///< overrides of the category table's decisions
  /// Of what is out of the scope that was read out of a task's text; out of a scope that was given is always blocked.
  Decision directive_scope = Decision::allow;
  std::map<DestinationCase, Decision> destinations;  ///< overrides of the destination table's decisions
  Guardrails guardrails;
  std::vector<std::string> protected_classes;  ///< applications that no agent may touch, besides those the gate knows
  Decision captcha = Decision::allow;          ///< of answering a challenge for people, after its wait
  std::array<std::uint32_t, captcha_kind_count> captcha_waits{};  ///< seconds that a challenge may go away in by itself
  std::array<Decision, chord_case_count> key_chords{};
  bool show_developer_tools = false;  ///< to agents, in `observe` and `screenshot`: consoles print what pages hide
  Budget budget;
  std::map<std::string, ApplicationTier> application_tiers;  ///< by name
  std::vector<CustomRule> rules;                             ///< of one's own, on top of all that
  /// interlock's own files and folders on this machine, beside those that it always knows by name: absolute paths
  /// without a slash at the end. No key of the policy: the daemon sets it.
  std::vector<std::string> own_paths;
};

}  // namespace interlock::gate
