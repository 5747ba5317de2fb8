#include "policy/keys.h"

#include <algorithm>
#include <array>
#include <limits>

#include "gate/session/history.h"
#include "policy/approvers.h"
#include "policy/bundle.h"
#include "policy/maps.h"
#include "policy/playbooks.h"
#include "policy/readers.h"
#include "policy/rules.h"
#include "policy/secrets.h"
#include "policy/validators.h"
#include "values/key_chord.h"

namespace interlock::policy {

namespace {

using In = const Node&;
using Out = Settings&;
using Bad = Mistakes&;

constexpr std::uint32_t most_visits = 1'000'000;
/// A repetition longer than the history would never be noticed.
constexpr std::uint32_t most_repeats = gate::StepLog::max_steps;

void read_text_rules(In in, Out out, Bad bad) {
  if (const auto word = word_of(in, "value", {"words", "consequence"}, bad)) {
    out.gate.text_rules = *word == "words" ? gate::TextRules::words : gate::TextRules::consequence;
  }
}

void read_unknown_target(In in, Out out, Bad bad) {
  if (in.kind != Node::Kind::map) return wrong_type(in, "a section of reasons and decisions", bad);
  std::vector<std::string_view> reasons;
  for (const auto& row : unknown_table()) reasons.push_back(row.code);
  reasons.push_back("read");
  for (const auto& [key, place, value] : in.members) {
    if (bad.full()) return;
    if (key == "read") {
      if (const auto word = word_of(value, "value", {"allow", "ask"}, bad)) out.gate.trust_reading = *word == "allow";
      continue;
    }
    const auto reason = unknown_from_code(key);
    if (!reason) bad.add(place, unknown("reason", key, reasons));
    const auto decision = decision_of(value, bad);
    if (reason && decision) out.gate.unknown_target[*reason] = *decision;
  }
}

/// One word for all kinds, or a word for each.
void read_private(In in, Out out, Bad bad) {
  auto& hidden = out.daemon.private_text;
  const auto set = [&](gate::PersonalKind kind, const Node& value) {
    const auto word = word_of(value, "value", {"mask", "keep"}, bad);
    if (!word) return;
    std::erase(hidden, kind);
    if (*word == "mask") hidden.push_back(kind);
  };
  if (in.kind != Node::Kind::map) {
    if (!word_of(in, "value", {"mask", "keep"}, bad)) return;
    for (const gate::PersonalKind kind : gate::all_personal_kinds) set(kind, in);
    return;
  }
  std::vector<std::string_view> names;
  for (const gate::PersonalKind kind : gate::all_personal_kinds) names.push_back(gate::personal_kind_name(kind));
  for (const auto& [key, place, value] : in.members) {
    const auto kind = gate::personal_kind_of(key);
    if (!kind) {
      bad.add(place, unknown("kind", key, names));
    } else {
      set(*kind, value);
    }
  }
}

void read_consequences(In in, Out out, Bad bad) {
  if (in.kind != Node::Kind::map) return wrong_type(in, "a section of categories and decisions", bad);
  std::vector<std::string_view> names;
  for (const auto& row : gate::category_table()) names.push_back(row.name);
  for (const auto& [key, place, value] : in.members) {
    const auto category = gate::category_from_name(key);
    if (!category) bad.add(place, unknown("category", key, names));
    const auto decision = decision_of(value, bad);
    if (category && decision) out.gate.consequences[*category] = *decision;
  }
}

void read_directive_scope(In in, Out out, Bad bad) {
  if (const auto decision = decision_of(in, bad)) out.gate.directive_scope = *decision;
}

void read_destinations(In in, Out out, Bad bad) {
  if (in.kind != Node::Kind::map) return wrong_type(in, "a section of cases and decisions", bad);
  std::vector<std::string_view> codes;
  for (const auto& row : gate::destination_table()) codes.push_back(row.code);
  for (const auto& [key, place, value] : in.members) {
    const auto which = gate::destination_from_code(key);
    if (!which) bad.add(place, unknown("destination case", key, codes));
    const auto decision = decision_of(value, bad);
    if (which && decision) out.gate.destinations[*which] = *decision;
  }
}

template <class Duration>
void read_duration(In in, Duration& into, std::uint32_t least, std::uint32_t most, Bad bad) {
  auto count = static_cast<std::uint32_t>(into.count());
  read_count(in, count, least, most, bad);
  into = Duration{count};
}

template <class Value, std::size_t count>
void read_one_of(In in, std::string_view kind, const std::array<std::pair<std::string_view, Value>, count>& words,
                 Value& into, Bad bad) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : words) names.push_back(name);
  const auto word = word_of(in, kind, names, bad);
  for (const auto& [name, value] : words) {
    if (word == name) into = value;
  }
}

void read_folder(In in, std::optional<std::string>& dir, Bad bad) {
  read(in, dir, bad);
  if (dir && !dir->empty() && dir->front() != '/')
    bad.add(in.place, "an absolute path expected, found " + in_single_quotes(*dir));
}

constexpr Key top_keys[] = {
    {"text_rules", read_text_rules},
    {"blocklist_patterns", [](In in, Out out, Bad bad) { read(in, out.gate.blocklist_patterns, bad); }},
    {"irreversible_patterns", [](In in, Out out, Bad bad) { read(in, out.gate.irreversible_patterns, bad); }},
    {"confidence_threshold",
     [](In in, Out out, Bad bad) { read_number(in, out.gate.confidence_threshold, 0, 1, bad); }},
    {"loop_threshold", [](In in, Out out, Bad bad) { read_count(in, out.gate.loop_threshold, 0, most_visits, bad); }},
    {"credential_patterns", [](In in, Out out, Bad bad) { read(in, out.gate.credential_patterns, bad); }},
    {"credential_allowlist", [](In in, Out out, Bad bad) { read(in, out.gate.credential_allowlist, bad); }},
    {"expected_app", [](In in, Out out, Bad bad) { read(in, out.gate.expected_app, bad); }},
    {"expected_window_pattern", [](In in, Out out, Bad bad) { read(in, out.gate.expected_window_pattern, bad); }},
    {"terminal_classes", [](In in, Out out, Bad bad) { read(in, out.gate.terminal_classes, bad); }},
    {"unknown_target", read_unknown_target},
    {"consequences", read_consequences},
    {"directive_scope", read_directive_scope},
    {"destinations", read_destinations},
    {"protected_classes", [](In in, Out out, Bad bad) { read(in, out.gate.protected_classes, bad); }},
    {"captcha", read_captcha},
    {"captcha_waits", read_captcha_waits},
    {"key_chords", read_key_chords},
    {"show_developer_tools", [](In in, Out out, Bad bad) { read(in, out.gate.show_developer_tools, bad); }},
    {"application_tiers", read_application_tiers},
    {"rules", [](In in, Out out, Bad bad) { read_rules(in, out.gate.rules, bad); }},
    {"playbooks", [](In in, Out out, Bad bad) { read_playbooks(in, out.playbooks, bad); }},
    {"validators", [](In in, Out out, Bad bad) { read_validators(in, out, bad); }},
    {"secrets", [](In in, Out out, Bad bad) { read_secrets(in, out, bad); }},
    {"approvers", [](In in, Out out, Bad bad) { read_approvers(in, out, bad); }},
    {"quorum", [](In in, Out out, Bad bad) { read_quorum(in, out, bad); }},
    {"profiles", [](In, Out, Bad) {}},  // read after everything else, which they override
};

template <std::uint32_t gate::Guardrails::*member>
void repeats(In in, Out out, Bad bad) {
  read_count(in, out.gate.guardrails.*member, 0, most_repeats, bad);
}

template <std::uint32_t gate::Guardrails::*member>
void limit(In in, Out out, Bad bad) {
  read_count(in, out.gate.guardrails.*member, 0, gate::Itinerary::max_urls, bad);
}

template <std::vector<std::string> gate::Guardrails::*member>
void texts(In in, Out out, Bad bad) {
  read(in, out.gate.guardrails.*member, bad);
}

void read_categories(In in, Out out, Bad bad) {
  std::vector<std::string_view> names;
  for (const auto& row : gate::url::site_categories()) names.push_back(row.name);
  if (in.kind != Node::Kind::list) return wrong_type(in, "a list", bad);
  auto& into = out.gate.guardrails.blocked_categories;
  into.clear();
  for (const auto& item : in.items) {
    const auto word = word_of(item, "category", names, bad);
    if (const auto category = word ? gate::url::site_category_from_name(*word) : std::nullopt)
      into.push_back(*category);
  }
}

void read_block_ip_addresses(In in, Out out, Bad bad) {
  auto& into = out.gate.guardrails.block_ip_addresses;
  if (in.kind == Node::Kind::null) {
    into.reset();
    return;
  }
  bool block = false;
  read(in, block, bad);
  into = block;
}

/// No model decides here, so neither value of the key would be true.
void no_model(In in, Out, Bad bad) {
  bad.add(in.place, "'enable_llm_action_check' is not supported: no model judges actions, a person is asked",
          "remove it, and select with 'consequences' what is asked about");
}

constexpr Key guardrails_keys[] = {
    {"stuck_repeat_hint", repeats<&gate::Guardrails::stuck_repeat_hint>},
    {"stuck_repeat_warn", repeats<&gate::Guardrails::stuck_repeat_warn>},
    {"stuck_repeat_stop", repeats<&gate::Guardrails::stuck_repeat_stop>},
    {"stuck_cycle_max_length", repeats<&gate::Guardrails::stuck_cycle_max_length>},
    {"stuck_cycle_repeats", repeats<&gate::Guardrails::stuck_cycle_repeats>},
    {"stuck_failure_cluster_window", repeats<&gate::Guardrails::stuck_failure_cluster_window>},
    {"stuck_failure_cluster_threshold", repeats<&gate::Guardrails::stuck_failure_cluster_threshold>},
    {"max_consecutive_errors", repeats<&gate::Guardrails::max_consecutive_errors>},
    {"exact_failure_warn", repeats<&gate::Guardrails::exact_failure_warn>},
    {"exact_failure_block", repeats<&gate::Guardrails::exact_failure_block>},
    {"same_tool_failure_warn", repeats<&gate::Guardrails::same_tool_failure_warn>},
    {"same_tool_failure_halt", repeats<&gate::Guardrails::same_tool_failure_halt>},
    {"no_progress_warn", repeats<&gate::Guardrails::no_progress_warn>},
    {"no_progress_block", repeats<&gate::Guardrails::no_progress_block>},
    {"idempotent_tools", texts<&gate::Guardrails::idempotent_tools>},
    {"stuck_window_size", repeats<&gate::Guardrails::stuck_window_size>},
    {"stuck_revisit_gap", repeats<&gate::Guardrails::stuck_revisit_gap>},
    {"max_urls_visited", limit<&gate::Guardrails::max_urls_visited>},
    {"max_visits_per_domain", limit<&gate::Guardrails::max_visits_per_domain>},
    {"allowed_domains", texts<&gate::Guardrails::allowed_domains>},
    {"allow_directive_domains",
     [](In in, Out out, Bad bad) { read(in, out.gate.guardrails.allow_directive_domains, bad); }},
    {"blocked_domains", texts<&gate::Guardrails::blocked_domains>},
    {"blocked_categories", read_categories},
    {"allowed_protocols", texts<&gate::Guardrails::allowed_protocols>},
    {"blocked_patterns", texts<&gate::Guardrails::blocked_patterns>},
    {"allow_private_networks",
     [](In in, Out out, Bad bad) { read(in, out.gate.guardrails.allow_private_networks, bad); }},
    {"resolve_names", [](In in, Out out, Bad bad) { read(in, out.gate.guardrails.resolve_names, bad); }},
    {"block_ip_addresses", read_block_ip_addresses},
    {"enable_llm_action_check", no_model},
};

constexpr std::uint32_t most_steps = 1'000'000;
constexpr std::uint32_t most_minutes = 7 * 24 * 60;

constexpr Key budget_keys[] = {
    {"max_actions_per_second",
     [](In in, Out out, Bad bad) {
       read_count(in, out.gate.budget.max_actions_per_second, 0, gate::Budget::most_actions_per_second, bad);
     }},
    {"max_steps", [](In in, Out out, Bad bad) { read_count(in, out.gate.budget.max_steps, 0, most_steps, bad); }},
    {"max_session_minutes",
     [](In in, Out out, Bad bad) { read_count(in, out.gate.budget.max_session_minutes, 0, most_minutes, bad); }},
};

void read_desk_programs(In in, Out out, Bad bad) {
  std::vector<std::string> paths;
  read(in, paths, bad);
  for (const auto& path : paths) {
    if (path.starts_with('/')) continue;
    return bad.add(in.place, "an absolute path expected, found " + in_single_quotes(path),
                   "for example /usr/bin/gnome-shell");
  }
  out.daemon.desk_programs = std::move(paths);
}

constexpr Key daemon_keys[] = {
    {"observation_deadline_ms",
     [](In in, Out out, Bad bad) { read_duration(in, out.daemon.observation_deadline, 10, 5'000, bad); }},
    {"approach_ms", [](In in, Out out, Bad bad) { read_duration(in, out.daemon.approach, 20, 2'000, bad); }},
    {"prompt_timeout_s", [](In in, Out out, Bad bad) { read_duration(in, out.daemon.prompt_timeout, 1, 3'600, bad); }},
    {"queue_limit", [](In in, Out out, Bad bad) { read_count(in, out.daemon.queue_limit, 0, 1'000, bad); }},
    {"max_prompts", [](In in, Out out, Bad bad) { read_count(in, out.daemon.max_prompts, 1, 64, bad); }},
    {"denial_memory_s", [](In in, Out out, Bad bad) { read_duration(in, out.daemon.denial_memory, 0, 3'600, bad); }},
    {"max_denials", [](In in, Out out, Bad bad) { read_count(in, out.daemon.max_denials, 0, 1'000, bad); }},
    {"replies",
     [](In in, Out out, Bad bad) {
       constexpr std::array<std::pair<std::string_view, Replies>, 4> words = {{{"real_input", Replies::real_input},
                                                                               {"any_input", Replies::any_input},
                                                                               {"interlockctl", Replies::interlockctl},
                                                                               {"signed", Replies::signed_only}}};
       read_one_of(in, "value", words, out.daemon.replies, bad);
     }},
    {"prompt",
     [](In in, Out out, Bad bad) {
       constexpr std::array<std::pair<std::string_view, PromptChannel>, 3> words = {
           {{"auto", PromptChannel::automatic},
            {"notification", PromptChannel::notification},
            {"window", PromptChannel::window}}};
       read_one_of(in, "value", words, out.daemon.prompt, bad);
     }},
    {"notifications", [](In in, Out out, Bad bad) { read(in, out.daemon.notifications, bad); }},
    {"audit_dir", [](In in, Out out, Bad bad) { read_folder(in, out.daemon.audit_dir, bad); }},
    {"credentials_dir", [](In in, Out out, Bad bad) { read_folder(in, out.daemon.credentials_dir, bad); }},
    {"desk_programs", read_desk_programs},
    {"pictures",
     [](In in, Out out, Bad bad) {
       constexpr std::array<std::pair<std::string_view, Pictures>, 3> words = {
           {{"none", Pictures::none}, {"asked", Pictures::asked}, {"all", Pictures::all}}};
       read_one_of(in, "value", words, out.daemon.pictures, bad);
     }},
    {"pictures_mb", [](In in, Out out, Bad bad) { read_count(in, out.daemon.pictures_mb, 1, 100'000, bad); }},
    {"audit_rotate_mb", [](In in, Out out, Bad bad) { read_count(in, out.daemon.audit_rotate_mb, 1, 100'000, bad); }},
};

void read_panic_key(In in, Out out, Bad bad) {
  std::optional<std::string> text;
  read(in, text, bad);
  if (!text && in.kind != Node::Kind::null) return;  // a mistake, already reported
  const auto chords = text ? parse_key_chords(*text) : std::nullopt;
  if (text && (!chords || chords->size() != 1)) {
    return bad.add(in.place, "one key with its modifiers expected, found " + in_single_quotes(*text),
                   "for example ctrl+alt+Pause");
  }
  out.daemon.human.panic_key = text ? std::optional(chords->front()) : std::nullopt;
}

void read_foreign_input(In in, Out out, Bad bad) {
  const std::vector<std::string_view> words = {"ignore", "warn", "pause", "halt"};
  const auto word = word_of(in, "value", words, bad);
  if (!word) return;
  out.daemon.human.foreign_input =
      static_cast<ForeignInput>(std::find(words.begin(), words.end(), *word) - words.begin());
}

constexpr Key human_keys[] = {
    {"takeover", [](In in, Out out, Bad bad) { read(in, out.daemon.human.takeover, bad); }},
    {"quiet_ms", [](In in, Out out, Bad bad) { read_duration(in, out.daemon.human.quiet, 100, 60'000, bad); }},
    {"panic_key", read_panic_key},
    {"foreign_input", read_foreign_input},
    {"need_devices", [](In in, Out out, Bad bad) { read(in, out.daemon.human.need_devices, bad); }},
    {"pause_when_locked", [](In in, Out out, Bad bad) { read(in, out.daemon.human.pause_when_locked, bad); }},
};

constexpr Key rollback_keys[] = {
    {"keep", [](In in, Out out, Bad bad) { read(in, out.daemon.rollback.keep, bad); }},
    {"max_mb", [](In in, Out out, Bad bad) { read_count(in, out.daemon.rollback.max_mb, 1, 100'000, bad); }},
    {"max_files", [](In in, Out out, Bad bad) { read_count(in, out.daemon.rollback.max_files, 1, 1'000'000, bad); }},
    {"total_mb", [](In in, Out out, Bad bad) { read_count(in, out.daemon.rollback.total_mb, 1, 1'000'000, bad); }},
    {"hours", [](In in, Out out, Bad bad) { read_duration(in, out.daemon.rollback.age, 1, 24 * 365, bad); }},
    {"wait_ms", [](In in, Out out, Bad bad) { read_duration(in, out.daemon.rollback.wait, 100, 60'000, bad); }},
    {"if_not_kept",
     [](In in, Out out, Bad bad) {
       constexpr std::array<std::pair<std::string_view, IfNotKept>, 3> words = {
           {{"ask", IfNotKept::ask}, {"refuse", IfNotKept::refuse}, {"continue", IfNotKept::go_on}}};
       read_one_of(in, "value", words, out.daemon.rollback.if_not_kept, bad);
     }},
};

constexpr Key screenshot_keys[] = {{"private", read_private}};

constexpr Key bundle_keys[] = {
    {"url", [](In in, Out out, Bad bad) { read_bundle_url(in, out.bundle, bad); }},
    {"ca", [](In in, Out out, Bad bad) { read_bundle_ca(in, out.bundle, bad); }},
    {"signers", [](In in, Out out, Bad bad) { read_bundle_signers(in, out.bundle, bad); }},
    {"version", [](In in, Out out,
                   Bad bad) { read_count(in, out.bundle.version, 1, std::numeric_limits<std::uint32_t>::max(), bad); }},
    {"expires", [](In in, Out out, Bad bad) { read_bundle_expiry(in, out.bundle, bad); }},
};

constexpr Section all_sections[] = {{"", top_keys},
                                    {"guardrails", guardrails_keys},
                                    {"budget", budget_keys},
                                    {"human", human_keys},
                                    {"rollback", rollback_keys},
                                    {"daemon", daemon_keys},
                                    {"screenshot", screenshot_keys},
                                    {"bundle", bundle_keys}};

/// The key of that name in another section: "guardrails.stuck_repeat_hint"; empty if there is none.
std::string elsewhere(std::string_view name, const Section& here) {
  for (const auto& section : all_sections) {
    if (section.name == here.name) continue;
    for (const auto& key : section.keys) {
      if (key.name == name)
        return section.name.empty() ? std::string(name) : std::string(section.name) + "." + std::string(name);
    }
  }
  return {};
}

/// The keys that the loader reads before all others.
constexpr std::array<std::string_view, 2> loaders_keys = {"preset", "version"};

bool is_loaders(std::string_view key) {
  return std::find(loaders_keys.begin(), loaders_keys.end(), key) != loaders_keys.end();
}

void unknown_key(const Member& member, const Section& section, Bad bad) {
  if (member.key == "<<") return bad.add(member.place, "merge keys (<<) are not allowed", "write the values out");
  if (const auto name = elsewhere(member.key, section); !name.empty()) {
    return bad.add(member.place, "unknown key " + in_single_quotes(member.key) + ", did you mean '" + name + "'?");
  }
  std::vector<std::string_view> names;
  for (const auto& key : section.keys) names.push_back(key.name);
  if (section.name.empty()) {
    for (const auto& other : all_sections) names.push_back(other.name);
    names.insert(names.end(), loaders_keys.begin(), loaders_keys.end());
  }
  bad.add(member.place, unknown("key", member.key, names));
}

const Section* section_called(std::string_view name) {
  for (const auto& section : all_sections) {
    if (!section.name.empty() && section.name == name) return &section;
  }
  return nullptr;
}

void read_section(In in, const Section& section, Out out, Bad bad) {
  if (in.kind != Node::Kind::map) return wrong_type(in, "a section (key: value)", bad);
  for (const auto& member : in.members) {
    if (bad.full()) return;
    const auto key =
        std::find_if(section.keys.begin(), section.keys.end(), [&](const Key& k) { return k.name == member.key; });
    if (key != section.keys.end()) {
      key->read(member.value, out, bad);
    } else if (section.name.empty() && is_loaders(member.key)) {
      continue;
    } else if (const auto* inner = section.name.empty() ? section_called(member.key) : nullptr) {
      read_section(member.value, *inner, out, bad);
    } else {
      unknown_key(member, section, bad);
    }
  }
}

}  // namespace

std::span<const Section> sections() {
  return all_sections;
}

void read_profile_settings(const Node& root, Settings& settings, Mistakes& mistakes) {
  for (const auto& [key, place, value] : root.members) {
    if (key == "daemon" || key == "human" || key == "rollback" || key == "screenshot" || key == "profiles" ||
        key == "playbooks" || key == "validators" || key == "secrets" || key == "approvers" || key == "quorum" ||
        key == "bundle" || is_loaders(key)) {
      mistakes.add(place, in_single_quotes(key) + " cannot differ from agent to agent",
                   "set it for all of them, at the top level");
      return;
    }
  }
  read_settings(root, settings, mistakes);
}

void read_settings(const Node& root, Settings& settings, Mistakes& mistakes) {
  if (root.kind == Node::Kind::null) return;
  read_section(root, all_sections[0], settings, mistakes);
}

}  // namespace interlock::policy
